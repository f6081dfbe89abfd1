package io.loomwheel.soak.submitter;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.soak.ledger.Entry;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** A task of the ledger, in the shapes that executors and timers ask for. Thread-safe. */
public record Job(Entry entry, Runnable body)
    implements Runnable, Callable<Boolean>, TimerTask, io.netty.util.TimerTask {
  @Override
  public void run() {
    body.run();
  }

  @Override
  public Boolean call() {
    body.run();
    return true;
  }

  @Override
  public void run(Timeout timeout) {
    body.run();
  }

  @Override
  public void run(io.netty.util.Timeout timeout) {
    body.run();
  }

  @Override
  public void cancelled(Timeout timeout) {
    entry.notified();
  }

  @Override
  public void cancelled(io.netty.util.Timeout timeout) {
    entry.notified();
  }

  /** Takes what a {@code shutdownNow} has handed back: it will not begin any more. */
  static void takeBack(List<Runnable> left) {
    for (Runnable one : left) {
      if (one instanceof Job job) {
        job.entry.returned();
      } else {
        ((Future<?>) one).cancel(false);
      }
    }
  }
}
