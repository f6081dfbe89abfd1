package io.loomwheel;

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

  void report(Timeout timeout, Throwable cause) {
    failures.increment();
    try {
      if (handler != null) {
        handler.accept(timeout, cause);
        return;
      }
    } catch (Throwable handlerFailed) {
      if (handlerFailed != cause) { // a handler that rethrows it adds no failure
        cause.addSuppressed(handlerFailed);
      }
    }
    LOG.error("A task of timer '{}' failed: {}", name, timeout, cause);
  }
}
