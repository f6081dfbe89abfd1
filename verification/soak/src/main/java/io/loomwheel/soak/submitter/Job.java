package io.loomwheel.soak.submitter;

import io.loomwheel.soak.ledger.Entry;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** A task of the ledger, in the shapes that executors ask for. Thread-safe. */
record Job(Entry entry, Runnable body) implements Runnable, Callable<Boolean> {
  @Override
  public void run() {
    body.run();
  }

  @Override
  public Boolean call() {
    body.run();
    return true;
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
