package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.Alarm;
import io.loomwheel.bench.timers.Alarms;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Producers, each of which holds its timeouts and goes through them until the round is over. The
 * threads keep their timeouts from round to round.
 */
final class Churn implements Contestant {
  private final Alarm alarm;
  private final Crew crew;
  private final List<Held> held = new ArrayList<>();
  private final Batch batch;

  private Churn(Alarm alarm, int producers, int size, Class<? extends Batch> batch) {
    this.alarm = alarm;
    this.crew = new Crew(producers);
    this.batch = Copies.of(batch, Batch.class);
    for (int i = 0; i < producers; i++) {
      held.add(new Held(size, i + 1));
    }
  }

  /**
   * {@return an entrant}
   *
   * @param kind of its timer
   * @param producers how many threads
   * @param size how many timeouts each holds
   * @param batch what it does with them
   */
  static Entrant entrant(Alarms.Kind kind, int producers, int size, Class<? extends Batch> batch) {
    return new Entrant(kind.name(), kind.role(), () -> open(kind, producers, size, batch, 0));
  }

  /** {@return a contestant with that many more timeouts pending, due in an hour or more} */
  static Churn open(
      Alarms.Kind kind, int producers, int size, Class<? extends Batch> batch, int pending)
      throws Exception {
    Churn churn = new Churn(kind.make().get(), producers, size, batch);
    churn.crew.run(List.of(() -> Background.arm(churn.alarm, pending)));
    List<Callable<Long>> fills = new ArrayList<>();
    churn.held.forEach(one -> fills.add(() -> one.fill(churn.alarm)));
    churn.crew.run(fills);
    return churn;
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    Meter meter = Meter.start();
    long endNanos = meter.startNanos() + lengthNanos;
    List<Callable<Long>> jobs = new ArrayList<>();
    held.forEach(one -> jobs.add(() -> work(one, endNanos)));
    return meter.stop(crew.run(jobs), held.size());
  }

  private long work(Held one, long endNanos) {
    long ops = 0;
    do {
      batch.run(alarm, one);
      ops += Batch.SIZE;
    } while (System.nanoTime() - endNanos < 0);
    return ops;
  }

  @Override
  public void close() {
    crew.close();
    alarm.close();
  }
}
