package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Producers, each of which has its share of what they all work on, and goes on until the round is
 * over. The threads stay from round to round; what they work on doesn't, unless it would take too
 * long to fill it again.
 */
final class Churn<T extends AutoCloseable> implements Contestant {
  private final Supplier<? extends T> make;
  private final boolean renews;
  private final boolean virtual;
  private final List<? extends Producer<T>> producers;
  private final ExecutorService threads;
  private T timer;

  Churn(
      Supplier<? extends T> make,
      boolean renews,
      boolean virtual,
      List<? extends Producer<T>> producers)
      throws Exception {
    this.make = make;
    this.renews = renews;
    this.virtual = virtual;
    this.producers = producers;
    this.threads =
        Executors.newFixedThreadPool(
            producers.size(),
            virtual ? Thread.ofVirtual().factory() : Executors.defaultThreadFactory());
    this.timer = make.get();
    all(one -> one.fill(timer));
  }

  /** The part of one thread. */
  interface Producer<T> {
    /** Puts its share in; {@return how much} */
    long fill(T timer);

    /** Works until that time; {@return how many operations} */
    long work(T timer, long endNanos);
  }

  @Override
  public void renew() throws Exception {
    if (renews) {
      timer.close();
      timer = make.get();
      all(one -> one.fill(timer));
    }
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    Meter meter = Meter.start();
    long endNanos = meter.startNanos() + lengthNanos;
    return meter.stop(all(one -> one.work(timer, endNanos)), producers.size());
  }

  /** {@return the sum of what the producers return, who work at the same time} */
  private long all(ToLongFunction<Producer<T>> part)
      throws InterruptedException, ExecutionException {
    FutureTask<Long> sum = new FutureTask<>(() -> together(part));
    if (virtual) {
      // begun by one of their kind: a carrier with two that yield to each other never looks at
      // those that a platform thread has started
      Thread.ofVirtual().start(sum);
    } else {
      sum.run();
    }
    return sum.get();
  }

  private long together(ToLongFunction<Producer<T>> part)
      throws InterruptedException, ExecutionException {
    List<Callable<Long>> jobs =
        producers.stream().<Callable<Long>>map(one -> () -> part.applyAsLong(one)).toList();
    long sum = 0;
    for (Future<Long> job : threads.invokeAll(jobs)) {
      sum += job.get();
    }
    return sum;
  }

  @Override
  public void close() throws Exception {
    threads.shutdownNow();
    timer.close();
  }
}
