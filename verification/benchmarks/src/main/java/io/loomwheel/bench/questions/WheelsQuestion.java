package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.Launchers;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.List;
import java.util.Locale;

/** Loomwheel's two kinds of wheel, against each other. The hierarchical one is the floor. */
final class WheelsQuestion implements Question {
  private static final long SECOND_NANOS = 1_000_000_000L;

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        pairs(sizes, "the oldest", OldestPairs.class),
        pairs(sizes, "any", RandomPairs.class),
        fire(sizes, 0),
        fire(sizes, sizes.timers()));
  }

  private static Contest pairs(Sizes sizes, String which, Class<? extends Batch> batch) {
    List<Entrant> entrants =
        TimerContestants.wheels().stream().map(k -> Churn.entrant(k, sizes.held(), batch)).toList();
    String setting = String.format(Locale.ROOT, "%,d held, %s cancelled", sizes.held(), which);
    return new Contest("wheels", setting, "arm + cancel", true, entrants);
  }

  private static Contest fire(Sizes sizes, int pending) {
    FiringRound.Load load = new FiringRound.Load(sizes.timers(), SECOND_NANOS, 0, 0, pending);
    List<Entrant> entrants =
        Launchers.wheels().stream()
            .map(
                kind ->
                    new Entrant(kind.name(), kind.role(), () -> FiringRound.waiting(kind, load)))
            .toList();
    String setting =
        String.format(
            Locale.ROOT, "%,d fired over 1 s, %,d pending for hours", sizes.timers(), pending);
    return new Contest("wheels", setting, "arm + fire", false, entrants);
  }
}
