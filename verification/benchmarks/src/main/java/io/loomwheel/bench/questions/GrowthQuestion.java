package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * As {@link PairQuestion} on Loomwheel, with more and more timeouts pending in the background,
 * armed by the same thread: the first number of them is the floor. Then by two virtual threads,
 * with the number in the middle.
 */
final class GrowthQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(alone(sizes), byVirtualThreads(sizes));
  }

  private static Contest alone(Sizes sizes) {
    Producers one = new Producers(1, false);
    List<Entrant> entrants = new ArrayList<>();
    for (int pending : sizes.pending()) {
      entrants.add(
          new Entrant(
              String.format(Locale.ROOT, "%,d pending", pending),
              entrants.isEmpty() ? Role.FLOOR : Role.SUBJECT,
              () ->
                  Churn.open(
                      TimerContestants.LOOMWHEEL, one, sizes.held(), OldestPairs.class, pending)));
    }
    String setting =
        String.format(Locale.ROOT, "1 producer, %,d held, the oldest cancelled", sizes.held());
    return new Contest("growth", setting, "arm + cancel", true, entrants);
  }

  private static Contest byVirtualThreads(Sizes sizes) {
    Producers two = new Producers(2, true);
    int pending = sizes.pending().get(sizes.pending().size() / 2);
    List<Entrant> entrants = new ArrayList<>();
    for (Kind<BenchmarkTimer> kind : List.of(TimerContestants.FLOOR, TimerContestants.LOOMWHEEL)) {
      entrants.add(
          new Entrant(
              kind.name(),
              kind.role(),
              () -> Churn.open(kind, two, sizes.held(), RandomPairs.class, pending)));
    }
    String setting =
        String.format(
            Locale.ROOT,
            "%s, %,d held by each, any cancelled, %,d more pending",
            two,
            sizes.held(),
            pending);
    return new Contest("growth", setting, "arm + cancel", true, entrants);
  }
}
