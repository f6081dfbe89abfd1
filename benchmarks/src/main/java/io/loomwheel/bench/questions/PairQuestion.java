package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.Alarms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Each producer cancels one of its timeouts and arms another, over and over; nothing fires. */
final class PairQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (int producers : sizes.producers()) {
      contests.add(contest("the oldest", producers, sizes.held(), OldestPairs.class));
      contests.add(contest("any", producers, sizes.held(), RandomPairs.class));
      contests.add(contest("any", producers, sizes.heldMany(), RandomPairs.class));
    }
    return contests;
  }

  private static Contest contest(
      String which, int producers, int held, Class<? extends Batch> batch) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(Churn.entrant(Alarms.FLOOR, producers, held, batch));
    for (Alarms.Kind kind : Alarms.timers(producers)) {
      entrants.add(Churn.entrant(kind, producers, held, batch));
    }
    String setting =
        String.format(
            Locale.ROOT, "%d producer(s), %,d held by each, %s cancelled", producers, held, which);
    return new Contest("pair", setting, "arm + cancel", true, entrants);
  }
}
