package io.loomwheel.bench.timers;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import java.util.concurrent.TimeUnit;

/** Loomwheel, as it is by default unless another timer is given. */
final class LoomwheelAlarm implements Alarm {
  private final WheelTimer timer;

  LoomwheelAlarm() {
    this(WheelTimer.create());
  }

  LoomwheelAlarm(WheelTimer timer) {
    this.timer = timer;
  }

  @Override
  public Object arm(long delayNanos) {
    return timer.newTimeout(NoTask.TASK, delayNanos, TimeUnit.NANOSECONDS);
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
  public void close() {
    timer.close();
  }
}
