package io.loomwheel.bench.questions;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/** The threads of one contestant, kept from round to round. Used by one thread. */
final class Crew implements AutoCloseable {
  private final ExecutorService threads;

  Crew(int size) {
    this(new Producers(size, false));
  }

  Crew(Producers producers) {
    ThreadFactory factory =
        producers.virtual() ? Thread.ofVirtual().factory() : Executors.defaultThreadFactory();
    threads = Executors.newFixedThreadPool(producers.count(), factory);
  }

  /** {@return the sum of what the jobs return, done at the same time} */
  long run(List<? extends Callable<Long>> jobs) throws InterruptedException, ExecutionException {
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
