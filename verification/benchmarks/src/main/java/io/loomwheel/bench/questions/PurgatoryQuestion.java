package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkPurgatory;
import io.loomwheel.bench.timers.KafkaPurgatory;
import io.loomwheel.bench.timers.LoomwheelPurgatory;
import io.loomwheel.bench.timers.ProducerKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Operations wait in a purgatory; a producer lets those under one of its keys complete, checks the
 * key, and puts as many in anew. None expires. One operation: put in, then completed by a check.
 */
final class PurgatoryQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    int held = sizes.held();
    for (int producers : sizes.producers()) {
      contests.add(contest(producers, held, held, 1));
      contests.add(contest(producers, held, Math.max(1, held / 10), 1));
      contests.add(contest(producers, held, Math.max(3, held), 3));
    }
    return contests;
  }

  private static Contest contest(int producers, int held, int keys, int keysEach) {
    List<Entrant> entrants =
        List.of(
            new Entrant(
                "Loomwheel",
                Role.SUBJECT,
                () -> new Desks(LoomwheelPurgatory::new, desks(producers, held, keys, keysEach))),
            new Entrant(
                "Kafka",
                Role.PEER,
                () -> new Desks(KafkaPurgatory::new, desks(producers, held, keys, keysEach))));
    String setting =
        String.format(
            Locale.ROOT,
            "%d producer(s), %,d held by each under %,d keys, %d for each operation",
            producers,
            held,
            keys,
            keysEach);
    return new Contest("purgatory", setting, "put in + completed", true, entrants);
  }

  private static List<ProducerKeys> desks(int producers, int held, int keys, int keysEach) {
    return IntStream.range(0, producers)
        .mapToObj(i -> new ProducerKeys(i, keys, keysEach, held))
        .toList();
  }

  /** The producers of one contestant. */
  private static final class Desks implements Contestant {
    private final Supplier<? extends BenchmarkPurgatory> make;
    private final List<ProducerKeys> desks;
    private final ProducerThreads crew;
    private final Rounder rounder = Copies.of(RandomKeys.class, Rounder.class);
    private BenchmarkPurgatory limbo;

    Desks(Supplier<? extends BenchmarkPurgatory> make, List<ProducerKeys> desks) throws Exception {
      this.make = make;
      this.desks = desks;
      this.crew = new ProducerThreads(desks.size());
      this.limbo = make.get();
      fill();
    }

    private void fill() throws Exception {
      List<Callable<Long>> fills = new ArrayList<>();
      for (ProducerKeys desk : desks) {
        desk.clear();
        fills.add(() -> (long) desk.refill(limbo));
      }
      crew.run(fills);
    }

    @Override
    public void renew() throws Exception {
      limbo.close();
      limbo = make.get();
      fill();
    }

    @Override
    public Round round(long lengthNanos) throws Exception {
      Meter meter = Meter.start();
      long endNanos = meter.startNanos() + lengthNanos;
      List<Callable<Long>> jobs = new ArrayList<>();
      desks.forEach(desk -> jobs.add(() -> work(desk, endNanos)));
      return meter.stop(crew.run(jobs), desks.size());
    }

    private long work(ProducerKeys desk, long endNanos) {
      long ops = 0;
      long random = endNanos | 1;
      do {
        random = Delay.random(random);
        ops += rounder.run(limbo, desk, random);
      } while (System.nanoTime() - endNanos < 0);
      return ops;
    }

    @Override
    public void close() {
      crew.close();
      limbo.close();
    }
  }
}
