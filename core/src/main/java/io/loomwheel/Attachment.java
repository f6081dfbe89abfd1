package io.loomwheel;

import io.loomwheel.internal.drive.Engine;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connects a timer to a clock that turns its wheels. */
@FunctionalInterface
interface Attachment {
  void end();

  static Attachment of(NanoClock clock, Engine engine) {
    if (!(clock instanceof SteppedClock stepped)) {
      return () -> {};
    }
    SteppedClock.Wheels wheels =
        new SteppedClock.Wheels() {
          @Override
          public OptionalLong nanosToNextExpiry() {
            return engine.nanosToNextExpiry();
          }

          @Override
          public void turn() {
            engine.turn();
          }
        };
    stepped.attach(wheels);
    engine.onEarlier(() -> stepped.earlier(wheels));
    engine.movedByCaller(stepped::isMovedByCaller);
    AtomicBoolean attached = new AtomicBoolean(true);
    return () -> {
      if (attached.getAndSet(false)) {
        stepped.detach(wheels);
      }
    };
  }
}
