package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Each producer cancels one of its timeouts and arms another, over and over; nothing fires. Many
 * virtual threads cancel any of theirs.
 */
final class PairQuestion implements Question {
  private static final int MANY_THREADS = 64;

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (int count : sizes.producers()) {
      Producers platform = new Producers(count, false);
      contests.add(contest("the oldest", platform, sizes.held(), OldestPairs.class));
      contests.add(contest("any", platform, sizes.held(), RandomPairs.class));
    }
    Producers many = new Producers(MANY_THREADS, true);
    contests.add(contest("any", many, sizes.held(), RandomPairs.class));
    return contests;
  }

  private static Contest contest(
      String which, Producers producers, int held, Class<? extends Batch> batch) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(Churn.entrant(TimerContestants.FLOOR, producers, held, batch));
    List<Kind<BenchmarkTimer>> kinds =
        producers.virtual()
            ? TimerContestants.timers()
            : TimerContestants.timers(producers.count());
    for (Kind<BenchmarkTimer> kind : kinds) {
      entrants.add(Churn.entrant(kind, producers, held, batch));
    }
    String setting =
        String.format(Locale.ROOT, "%s, %,d held by each, %s cancelled", producers, held, which);
    return new Contest("pair", setting, "arm + cancel", true, entrants);
  }
}
