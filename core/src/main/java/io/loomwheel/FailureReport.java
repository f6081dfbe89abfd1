package io.loomwheel;

import io.loomwheel.internal.drive.Callbacks;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what tasks of a timer throw, and hands it to the handler or the log. Thread-safe. */
final class FailureReport {
  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);

  private final String name;

  /** Null means the log. */
  private final @Nullable BiConsumer<? super Timeout, ? super Throwable> handler;

  private final LongAdder failures = new LongAdder();

  FailureReport(String name, @Nullable BiConsumer<? super Timeout, ? super Throwable> handler) {
    this.name = name;
    this.handler = handler;
  }

  long count() {
    return failures.sum();
  }

  /** Throws nothing, even if the log does. */
  void report(Timeout timeout, Throwable cause) {
    try {
      failures.increment();
      if (!isHandled(timeout, cause)) {
        LOG.error("A task of timer '{}' failed: {}", name, timeout, cause);
      }
    } catch (Throwable logFailed) {
      // nobody is left to be told
    }
  }

  private boolean isHandled(Timeout timeout, Throwable cause) {
    try {
      if (handler != null) {
        handler.accept(timeout, cause);
      }
      return handler != null;
    } catch (Throwable handlerFailed) {
      Throwable unused =
          Callbacks.add(cause, handlerFailed); // one that rethrows it adds no failure
      return false;
    }
  }
}
