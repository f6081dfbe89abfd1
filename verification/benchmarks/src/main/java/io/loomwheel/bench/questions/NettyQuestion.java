package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.Launchers;
import io.loomwheel.bench.timers.NettyContestants;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The timeout of a client's command, by Netty's interface: the answer cancels it, and others have
 * been armed meanwhile; or it fires.
 */
final class NettyQuestion implements Question {
  private static final long SECOND_NANOS = 1_000_000_000L;

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (int count : sizes.producers()) {
      contests.add(cancelled(new Producers(count, false), sizes.held()));
    }
    contests.add(fired(sizes, "on virtual threads", NettyContestants.onVirtualThreads()));
    contests.add(fired(sizes, "on the timer's thread", NettyContestants.onTheTimersThread()));
    return contests;
  }

  private static Contest cancelled(Producers producers, int held) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(Churn.entrant(TimerContestants.FLOOR, producers, held, OldestPairs.class));
    for (TimerContestants.Kind kind : NettyContestants.timers()) {
      entrants.add(Churn.entrant(kind, producers, held, OldestPairs.class));
    }
    String setting =
        String.format(Locale.ROOT, "%s, %,d commands in flight on each", producers, held);
    return new Contest("netty", setting, "arm + cancel", true, entrants);
  }

  private static Contest fired(Sizes sizes, String where, List<Launchers.Kind> kinds) {
    FiringRound.Load load =
        new FiringRound.Load(sizes.timers(), SECOND_NANOS, 0, sizes.blockMillis());
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(FiringRound.entrant(Launchers.FLOOR, load));
    kinds.forEach(kind -> entrants.add(FiringRound.entrant(kind, load)));
    String setting = String.format(Locale.ROOT, "%,d over 1 s, %s", sizes.timers(), where);
    return new Contest("netty", setting, "arm + fire", false, entrants);
  }
}
