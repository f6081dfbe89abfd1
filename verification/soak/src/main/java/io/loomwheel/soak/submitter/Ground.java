package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** What submitters stand on. Thread-safe. */
public record Ground(WheelTimer timer, Executor executor, Consumer<Throwable> onFailure) {
  /** {@return a body where a stream or a thread must not be notified of what it throws} */
  Runnable guarded(Runnable body) {
    return () -> {
      try {
        body.run();
      } catch (Throwable thrown) {
        onFailure.accept(thrown);
      }
    };
  }
}
