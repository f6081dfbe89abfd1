package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Timers;
import io.loomwheel.charts.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Producers that go through their timeouts over and over; nothing fires. */
final class ChurnQuestions {
  /** The threads that arm and cancel. Immutable. */
  private record Producers(int count, boolean virtual) {
    @Override
    public String toString() {
      return count + (virtual ? " virtual" : "") + " producer(s)";
    }
  }

  private static final Producers ONE = new Producers(1, false);

  private static final List<Producers> PLATFORM = List.of(ONE, new Producers(2, false));
  private static final Producers MANY_VIRTUAL = new Producers(64, true);

  /**
   * {@return each producer cancels one of its timeouts and arms another; many virtual threads
   * cancel any of theirs}
   */
  static List<Contest> pair(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (Producers platform : PLATFORM) {
      contests.add(pair("the oldest", platform, sizes.held(), Batch.OldestPairs.class));
      contests.add(pair("any", platform, sizes.held(), Batch.RandomPairs.class));
    }
    contests.add(pair("any", MANY_VIRTUAL, sizes.held(), Batch.RandomPairs.class));
    return contests;
  }

  private static Contest pair(
      String which, Producers producers, int held, Class<? extends Batch> batch) {
    return new Contest("pair", "", "arm + cancel", all(producers, held, batch))
        .in("%s, %,d held by each, %s cancelled", producers, held, which);
  }

  /**
   * {@return a pair on Loomwheel with more and more timeouts pending in the background, armed by
   * the same thread, the first number of them being the floor}
   */
  static List<Contest> growth(Sizes sizes) {
    int held = sizes.held();
    List<Entrant> alone = new ArrayList<>();
    for (int pending : sizes.pending()) {
      alone.add(
          new Entrant(
              String.format(Locale.ROOT, "%,d pending", pending),
              alone.isEmpty() ? Role.FLOOR : Role.SUBJECT,
              () -> open(Timers.LOOMWHEEL, ONE, held, Batch.OldestPairs.class, pending)));
    }
    return List.of(
        new Contest("growth", "", "arm + cancel", alone)
            .in("1 producer, %,d held, the oldest cancelled", held));
  }

  /**
   * {@return one thread puts its timeouts off, one after the other, by a minute from now} The floor
   * is the bare clock read; who can't put off cancels and arms anew.
   */
  static List<Contest> reschedule(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (int held : List.of(1, sizes.held())) {
      contests.add(
          new Contest("reschedule", "", "put off", all(ONE, held, Batch.PutOffs.class))
              .in("%,d timeout(s) in turn", held));
    }
    return contests;
  }

  private static List<Entrant> all(Producers producers, int held, Class<? extends Batch> batch) {
    List<Kind> kinds = new ArrayList<>(Timers.shared(producers.count()));
    kinds.addFirst(Timers.FLOOR);
    return kinds.stream()
        .map(
            kind ->
                new Entrant(kind.name(), kind.role(), () -> open(kind, producers, held, batch, 0)))
        .toList();
  }

  /** {@return a contestant with that many more timeouts pending, due in an hour or more} */
  private static Contestant open(
      Kind kind, Producers producers, int held, Class<? extends Batch> original, int pending)
      throws Exception {
    Batch batch = Copies.of(original, Batch.class);
    List<Producer> all = new ArrayList<>();
    for (int i = 0; i < producers.count(); i++) {
      all.add(new Producer(new Held(held, i + 1), batch, i == 0 ? pending : 0));
    }
    return new Churn<>(kind.make(), pending == 0, producers.virtual(), all);
  }

  private record Producer(Held held, Batch batch, int pending)
      implements Churn.Producer<BenchmarkTimer> {
    @Override
    public long fill(BenchmarkTimer timer) {
      Delay.background(pending, timer::arm);
      return held.fill(timer);
    }

    @Override
    public long work(BenchmarkTimer timer, long endNanos) {
      return held.work(timer, batch, endNanos);
    }
  }
}
