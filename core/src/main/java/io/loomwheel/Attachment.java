package io.loomwheel;

import io.loomwheel.internal.drive.Engine;
import java.lang.invoke.VarHandle;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connects a timer to a clock that turns its wheels, until the timer is stopped and has handed on
 * what has fired. Thread-safe.
 */
final class Attachment implements SteppedClock.Wheels {
  private final SteppedClock clock;
  private final Engine engine;

  /** Cleared once, by the thread that stops the timer or that turns the wheels. */
  private final AtomicBoolean isAttached = new AtomicBoolean(true);

  private Attachment(SteppedClock clock, Engine engine) {
    this.clock = clock;
    this.engine = engine;
  }

  /** {@return what ends the connection, unless a turn is to hand on more: then its end does it} */
  static Runnable of(NanoClock clock, Engine engine) {
    if (!(clock instanceof SteppedClock stepped)) {
      return () -> {};
    }
    Attachment attached = new Attachment(stepped, engine);
    stepped.attach(attached);
    engine.movedByCaller = stepped::isMovedByCaller;
    return attached::end;
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

  private void end() {
    VarHandle.fullFence(); // what is left is counted plainly
    if (engine.isOver() && isAttached.getAndSet(false)) {
      clock.detach(this);
    }
  }
}
