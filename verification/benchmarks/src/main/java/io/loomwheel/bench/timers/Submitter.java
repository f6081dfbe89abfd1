package io.loomwheel.bench.timers;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** An executor as the question of submitting sees it. Thread-safe. */
public interface Submitter extends AutoCloseable {
  /** Runs a task, within a time where the submitter has such a thing. */
  Future<Integer> submit(Callable<Integer> task);

  /** Ends the executor and its timer. */
  @Override
  void close();
}
