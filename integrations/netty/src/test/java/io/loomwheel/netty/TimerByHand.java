package io.loomwheel.netty;

import io.loomwheel.WheelTimer;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What an application needs of its own without this module, for a client that arms and cancels.
 * {@code docs/guide/integrations.md} says how many lines it has.
 */
final class TimerByHand implements Timer {
  private final WheelTimer wheel;

  TimerByHand(WheelTimer wheel) {
    this.wheel = wheel;
  }

  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    return new Handle(
        this,
        task,
        wheel.newTimeout(fired -> task.run(new Handle(this, task, fired)), delay, unit));
  }

  @Override
  public Set<Timeout> stop() {
    return Set.of(); // what never ran is not notified
  }

  private record Handle(Timer timer, TimerTask task, io.loomwheel.Timeout onWheel)
      implements Timeout {
    @Override
    public boolean isExpired() {
      return onWheel.isExpired();
    }

    @Override
    public boolean isCancelled() {
      return onWheel.isCancelled();
    }

    @Override
    public boolean cancel() {
      return onWheel.cancel();
    }
  }
}
