package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Launcher;
import io.loomwheel.bench.timers.Launchers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A few timeouts fire each second, at random moments, so that a timer's thread has to wake for
 * nearly each of them; on a quiet machine, and where processes that never pause want its
 * processors. The floor is the process without a timer, which has some threads of its own.
 */
final class TrickleQuestion implements Question {
  /** The highest first: at the lowest, what is compiled would cost more than what is run. */
  private static final List<Integer> RATES = List.of(10_000, 1_000, 100);

  /** One, two and four for each of two processors. */
  private static final List<Integer> LOOPS = List.of(2, 4, 8);

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (int rate : RATES) {
      contests.add(contest(rate, "on virtual threads", Launchers.onVirtualThreads()));
      contests.add(contest(rate, "on the timer's thread", Launchers.onAThreadOfTheTimers()));
    }
    for (int loops : LOOPS) {
      Contest quiet = contest(1_000, "on virtual threads", Launchers.onVirtualThreads());
      contests.add(BesideLoops.beside(loops, quiet));
    }
    return contests;
  }

  private static Contest contest(int rate, String where, List<Kind<Launcher>> kinds) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(
        new Entrant(
            "no timer",
            Role.FLOOR,
            () -> {
              Threads.check();
              return Trickle.none(rate);
            }));
    for (Kind<Launcher> kind : kinds) {
      entrants.add(
          kind.entrant(
              () -> {
                Threads.check();
                return Trickle.of(kind.make(), rate);
              }));
    }
    String setting = String.format(Locale.ROOT, "%,d a second, %s", rate, where);
    return new Contest("trickle", setting, "fire", false, entrants);
  }
}
