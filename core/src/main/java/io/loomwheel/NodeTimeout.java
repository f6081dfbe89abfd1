package io.loomwheel;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a failure handler sees of a node that another module armed. It has no {@link TimerTask}; its
 * text is that of the node. Thread-safe.
 */
record NodeTimeout(WheelTimer timer, WheelNode node) implements Timeout {
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
