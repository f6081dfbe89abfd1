package io.loomwheel.bench.questions;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;

/** The threads of one contestant, kept from round to round. Used by one thread. */
final class ProducerThreads implements AutoCloseable {
  private final ExecutorService threads;
  private final boolean virtual;

  ProducerThreads(Producers producers) {
    ThreadFactory factory =
        producers.virtual() ? Thread.ofVirtual().factory() : Executors.defaultThreadFactory();
    virtual = producers.virtual();
    threads = Executors.newFixedThreadPool(producers.count(), factory);
  }

  /** {@return the sum of what the jobs return, done at the same time} */
  long run(List<? extends Callable<Long>> jobs) throws InterruptedException, ExecutionException {
    if (!virtual) {
      return together(jobs);
    }
    // begun by one of their kind: a carrier with two that yield to each other never looks at those
    // that a platform thread has started
    FutureTask<Long> sum = new FutureTask<>(() -> together(jobs));
    Thread.ofVirtual().start(sum);
    return sum.get();
  }

  private long together(List<? extends Callable<Long>> jobs)
      throws InterruptedException, ExecutionException {
    long sum = 0;
    for (Future<Long> job : threads.invokeAll(jobs)) {
      sum += job.get();
    }
    return sum;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
