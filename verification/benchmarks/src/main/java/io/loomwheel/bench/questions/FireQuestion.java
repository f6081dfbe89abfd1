package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Launcher;
import io.loomwheel.bench.timers.Launchers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Timeouts fire at random moments of a second, and their tasks block or don't. */
final class FireQuestion implements Question {
  private static final long SECOND_NANOS = 1_000_000_000L;

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Kind<Launcher>> virtual = Launchers.onVirtualThreads();
    String blockMillis = sizes.blockMillis() + " ms";
    return List.of(
        contest(sizes, 0, "nothing blocks", virtual),
        contest(sizes, 5, "20 % block " + blockMillis, virtual),
        contest(sizes, 1, "all block " + blockMillis, virtual),
        contest(sizes, 0, "on the timer's thread", Launchers.onTheTimersThread()));
  }

  private static Contest contest(Sizes sizes, int blocks, String what, List<Kind<Launcher>> kinds) {
    FiringRound.Load load =
        new FiringRound.Load(sizes.timers(), SECOND_NANOS, blocks, sizes.blockMillis());
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(FiringRound.entrant(Launchers.FLOOR, load));
    kinds.forEach(kind -> entrants.add(FiringRound.entrant(kind, load)));
    String setting = String.format(Locale.ROOT, "%,d over 1 s, %s", sizes.timers(), what);
    return new Contest("fire", setting, "arm + fire", false, entrants);
  }
}
