package io.loomwheel.bench.timers;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Loomwheel as it is by default. */
final class LoomwheelTimer implements BenchmarkTimer {
  private final Task task;
  private final WheelTimer timer = WheelTimer.create();

  LoomwheelTimer(Task task) {
    this.task = task;
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
  public Object putOff(Object handle, long delayNanos) {
    Timeout timeout = (Timeout) handle;
    return timeout.reschedule(delayNanos, TimeUnit.NANOSECONDS) ? timeout : arm(delayNanos);
  }

  @Override
  public OptionalLong wakeUps() {
    return OptionalLong.of(timer.stats().wakeUps());
  }

  @Override
  public void close() {
    timer.close();
  }
}
