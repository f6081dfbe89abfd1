package io.loomwheel;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what tasks of a timer throw, and hands it to the handler or the log. Thread-safe. */
final class FailureReport {
  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);

  /** Null means the log. */
  private final @Nullable BiConsumer<? super Timeout, ? super Throwable> handler;

  /** Failures so far. The thread that reports one adds one first. */
  final LongAdder count = new LongAdder();

  FailureReport(@Nullable BiConsumer<? super Timeout, ? super Throwable> handler) {
    this.handler = handler;
  }

  /** Reports what the task of a node threw. Throws nothing, even if the log does. */
  void report(WheelTimer timer, WheelNode node, Throwable cause) {
    try {
      count.increment();
      Timeout timeout = node instanceof Timeout own ? own : new NodeTimeout(timer, node);
      try {
        if (handler != null) {
          handler.accept(timeout, cause);
          return;
        }
      } catch (Throwable handlerFailed) {
        if (handlerFailed != cause) { // one that rethrows it adds no failure
          LOG.error("The failure handler of timer '{}' failed", timer.name, handlerFailed);
        }
      }
      LOG.error("A task of timer '{}' failed: {}", timer.name, timeout, cause);
    } catch (Throwable logFailed) {
      // nobody is left to notify
    }
  }

  /**
   * What a failure handler sees of a node that another module armed. It has no {@link TimerTask};
   * its text is that of the node. Thread-safe.
   */
  private record NodeTimeout(WheelTimer timer, WheelNode node) implements Timeout {
    @Override
    public @Nullable TimerTask task() {
      return null;
    }

    @Override
    public boolean isExpired() {
      return node.isFired();
    }

    @Override
    public boolean isCancelled() {
      return node.isCancelled();
    }

    @Override
    public boolean cancel() {
      return timer.engine().cancel(node);
    }

    @Override
    public boolean reschedule(long delay, TimeUnit unit) {
      return timer.engine().reschedule(node, Objects.requireNonNull(unit, "unit").toNanos(delay));
    }

    @Override
    public String toString() {
      return node.toString();
    }
  }
}
