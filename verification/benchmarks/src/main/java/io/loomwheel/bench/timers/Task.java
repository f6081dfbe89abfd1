package io.loomwheel.bench.timers;

import io.loomwheel.TimerTask;
import io.netty.util.Timeout;

/**
 * The task that does nothing, one for all timeouts of a timer. Of every timer's type, so that none
 * has to wrap it. Stateless; a test may make one that counts.
 */
class Task implements Runnable, TimerTask, io.netty.util.TimerTask {
  static final Task NONE = new Task();

  @Override
  public void run() {}

  @Override
  public final void run(io.loomwheel.Timeout timeout) {
    run();
  }

  @Override
  public final void run(Timeout timeout) {
    run();
  }
}
