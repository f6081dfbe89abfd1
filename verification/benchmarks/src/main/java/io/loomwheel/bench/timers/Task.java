package io.loomwheel.bench.timers;

import io.loomwheel.TimerTask;
import io.netty.util.Timeout;

/**
 * The task that does nothing, one for all timeouts of a timer. Of every timer's type, so that none
 * has to wrap it only to be able to call it. Stateless; others extend it.
 */
public class Task implements Runnable, TimerTask, io.netty.util.TimerTask {
  public static final Task NONE = new Task();

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
