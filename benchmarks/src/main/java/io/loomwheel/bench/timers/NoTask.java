package io.loomwheel.bench.timers;

import io.loomwheel.TimerTask;
import io.netty.util.Timeout;

/** The task that does nothing, one for all timeouts of all timers. Stateless. */
final class NoTask implements Runnable, TimerTask, io.netty.util.TimerTask {
  static final NoTask TASK = new NoTask();

  private NoTask() {}

  @Override
  public void run() {}

  @Override
  public void run(io.loomwheel.Timeout timeout) {}

  @Override
  public void run(Timeout timeout) {}
}
