package io.loomwheel;

import io.loomwheel.internal.drive.Engine;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connects a timer to a clock that turns its wheels, until the timer is stopped and has handed on
 * what has fired. Thread-safe.
 */
@FunctionalInterface
interface Attachment {
  /** Ends the connection, unless a turn is to hand on more: then the end of that turn does it. */
  void end();

  static Attachment of(NanoClock clock, Engine engine) {
    if (!(clock instanceof SteppedClock stepped)) {
      return () -> {};
    }
    SteppedAttachment attached = new SteppedAttachment(stepped, engine);
    stepped.attach(attached);
    engine.onEarlier(() -> stepped.earlier(attached));
    engine.movedByCaller(stepped::isMovedByCaller);
    return attached;
  }

  /** As a clock that is moved by hand sees it. */
  final class SteppedAttachment implements Attachment, SteppedClock.Wheels {
    private final SteppedClock clock;
    private final Engine engine;

    /** Cleared once, by the thread that stops the timer or that turns the wheels. */
    private final AtomicBoolean isAttached = new AtomicBoolean(true);

    SteppedAttachment(SteppedClock clock, Engine engine) {
      this.clock = clock;
      this.engine = engine;
    }

    @Override
    public OptionalLong nanosToNextExpiry() {
      return engine.nanosToNextExpiry();
    }

    @Override
    public void turn() {
      try {
        engine.turn();
      } finally {
        end(); // writes what is left, then reads whether it is stopped; a stop does the reverse
      }
    }

    @Override
    public void end() {
      if (engine.isOver() && isAttached.getAndSet(false)) {
        clock.detach(this);
      }
    }
  }
}
