package io.loomwheel.bench.timers;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Netty's hashed wheel: 512 slots, no leak detection. */
final class NettyTimer implements BenchmarkTimer {
  private static final int SLOTS = 512;

  private final Task task;
  private final HashedWheelTimer timer;

  NettyTimer(Task task, int tickMillis) {
    this.task = task;
    timer =
        new HashedWheelTimer(
            Executors.defaultThreadFactory(), tickMillis, TimeUnit.MILLISECONDS, SLOTS, false);
  }

  @Override
  public Object arm(long delayNanos) {
    return timer.newTimeout(task, delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void cancel(Object handle) {
    ((Timeout) handle).cancel();
  }

  @Override
  public void close() {
    timer.stop();
  }
}
