package io.loomwheel.bench.timers;

import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.timer.HashedWheelTimer;
import org.apache.dubbo.common.timer.Timeout;

/** Dubbo's hashed wheel, once copied from Netty's: 512 slots, a tick of 1 ms. */
final class DubboTimer implements BenchmarkTimer {
  private static final int SLOTS = 512;

  private final Task task;
  private final HashedWheelTimer timer = timer();

  DubboTimer(Task task) {
    this.task = task;
  }

  static HashedWheelTimer timer() {
    return new HashedWheelTimer(Executors.defaultThreadFactory(), 1, TimeUnit.MILLISECONDS, SLOTS);
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
