package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Producers, each of which has its share of what they all work on, and goes on until the round is
 * over. The threads stay from round to round; what they work on doesn't, unless it would take too
 * long to fill it again.
 */
final class Churn<T extends AutoCloseable> implements Contestant {
  private final Supplier<? extends T> make;
  private final boolean renews;
  private final List<? extends Producer<T>> producers;
  private final ProducerThreads crew;
  private T timer;

  /** Makes one; {@link #renew} fills it. */
  private Churn(
      Supplier<? extends T> make,
      boolean renews,
      Producers threads,
      List<? extends Producer<T>> producers) {
    this.make = make;
    this.renews = renews;
    this.producers = producers;
    this.crew = new ProducerThreads(threads);
    this.timer = make.get();
  }

  /** The part of one thread. */
  interface Producer<T> {
    /** Puts its share in; {@return how much} */
    long fill(T timer);

    /** Works until that time; {@return how many operations} */
    long work(T timer, long endNanos);
  }

  static <T extends AutoCloseable> Churn<T> open(
      Supplier<? extends T> make,
      boolean renews,
      Producers threads,
      List<? extends Producer<T>> producers)
      throws Exception {
    Churn<T> churn = new Churn<>(make, renews, threads, producers);
    churn.fill();
    return churn;
  }

  private void fill() throws Exception {
    List<Callable<Long>> fills = new ArrayList<>();
    producers.forEach(one -> fills.add(() -> one.fill(timer)));
    crew.run(fills);
  }

  @Override
  public void renew() throws Exception {
    if (renews) {
      timer.close();
      timer = make.get();
      fill();
    }
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    Meter meter = Meter.start();
    long endNanos = meter.startNanos() + lengthNanos;
    List<Callable<Long>> jobs = new ArrayList<>();
    producers.forEach(one -> jobs.add(() -> one.work(timer, endNanos)));
    return meter.stop(crew.run(jobs), producers.size());
  }

  @Override
  public void close() {
    crew.close();
    try {
      timer.close();
    } catch (Exception e) {
      throw new IllegalStateException("can't end " + timer, e);
    }
  }
}
