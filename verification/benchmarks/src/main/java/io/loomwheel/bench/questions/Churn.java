package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Producers, each of which holds its timeouts and goes through them until the round is over. The
 * threads stay from round to round, the timer doesn't.
 */
final class Churn implements Contestant {
  private final Kind<BenchmarkTimer> kind;
  private final int pending;
  private final ProducerThreads crew;
  private final List<Held> held = new ArrayList<>();
  private final Batch batch;
  private BenchmarkTimer timer;

  private Churn(
      Kind<BenchmarkTimer> kind,
      Producers producers,
      int size,
      Class<? extends Batch> batch,
      int pending) {
    this.kind = kind;
    this.pending = pending;
    this.timer = kind.make().get();
    this.crew = new ProducerThreads(producers);
    this.batch = Copies.of(batch, Batch.class);
    for (int i = 0; i < producers.count(); i++) {
      held.add(new Held(size, i + 1));
    }
  }

  /**
   * {@return an entrant}
   *
   * @param producers its threads
   */
  static Entrant entrant(
      Kind<BenchmarkTimer> kind, Producers producers, int size, Class<? extends Batch> batch) {
    return new Entrant(kind.name(), kind.role(), () -> open(kind, producers, size, batch, 0));
  }

  /** {@return an entrant with one thread} */
  static Entrant entrant(Kind<BenchmarkTimer> kind, int size, Class<? extends Batch> batch) {
    return entrant(kind, new Producers(1, false), size, batch);
  }

  /** {@return a contestant with that many more timeouts pending, due in an hour or more} */
  static Churn open(
      Kind<BenchmarkTimer> kind,
      Producers producers,
      int size,
      Class<? extends Batch> batch,
      int pending)
      throws Exception {
    Churn churn = new Churn(kind, producers, size, batch, pending);
    churn.fill();
    return churn;
  }

  private void fill() throws Exception {
    crew.run(List.of(() -> Background.arm(timer, pending)));
    List<Callable<Long>> fills = new ArrayList<>();
    held.forEach(one -> fills.add(() -> one.fill(timer)));
    crew.run(fills);
  }

  /** With much in the background the timer is kept; to fill it again would take too long. */
  @Override
  public void renew() throws Exception {
    if (pending == 0) {
      timer.close();
      timer = kind.make().get();
      fill();
    }
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    Meter meter = Meter.start();
    long endNanos = meter.startNanos() + lengthNanos;
    List<Callable<Long>> jobs = new ArrayList<>();
    held.forEach(one -> jobs.add(() -> one.work(timer, batch, endNanos)));
    return meter.stop(crew.run(jobs), held.size());
  }

  @Override
  public void close() {
    crew.close();
    timer.close();
  }
}
