package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Launcher;
import io.loomwheel.bench.timers.Launchers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All timeouts are due in the same millisecond; how long until all are done? */
final class BurstQuestion implements Question {
  private static final long MILLI_NANOS = 1_000_000L;

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        contest(sizes, "on virtual threads", Launchers.onVirtualThreads()),
        contest(sizes, "on the timer's thread", Launchers.onTheTimersThread()));
  }

  private static Contest contest(Sizes sizes, String where, List<Kind<Launcher>> kinds) {
    FiringRound.Load load = new FiringRound.Load(sizes.timers(), MILLI_NANOS, 0, 0);
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(FiringRound.entrant(Launchers.FLOOR, load));
    kinds.forEach(kind -> entrants.add(FiringRound.entrant(kind, load)));
    String setting =
        String.format(Locale.ROOT, "%,d in one millisecond, %s", sizes.timers(), where);
    return new Contest("burst", setting, "arm + fire", false, entrants);
  }
}
