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
 * One thread puts its timeouts off, one after the other, by a minute from now. The floor is the
 * bare clock read; who can't put off cancels and arms anew.
 */
final class RescheduleQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(contest(1), contest(sizes.held()));
  }

  private static Contest contest(int held) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(Churn.entrant(TimerContestants.FLOOR, held, PutOffs.class));
    for (Kind<BenchmarkTimer> kind : TimerContestants.timers(1)) {
      entrants.add(Churn.entrant(kind, held, PutOffs.class));
    }
    String setting = String.format(Locale.ROOT, "%,d timeout(s) in turn", held);
    return new Contest("reschedule", setting, "put off", true, entrants);
  }
}
