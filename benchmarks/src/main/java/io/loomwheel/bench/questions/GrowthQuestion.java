package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.Alarms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * As {@link PairQuestion}, on Loomwheel alone, with more and more timeouts pending in the
 * background, armed by the same thread. The first number of them is the floor.
 */
final class GrowthQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Entrant> entrants = new ArrayList<>();
    for (int pending : sizes.pending()) {
      entrants.add(
          new Entrant(
              String.format(Locale.ROOT, "%,d pending", pending),
              entrants.isEmpty() ? Role.FLOOR : Role.SUBJECT,
              () -> Churn.open(Alarms.LOOMWHEEL, 1, sizes.held(), OldestPairs.class, pending)));
    }
    String setting =
        String.format(Locale.ROOT, "1 producer, %,d held, the oldest cancelled", sizes.held());
    return List.of(new Contest("growth", setting, "arm + cancel", true, entrants));
  }
}
