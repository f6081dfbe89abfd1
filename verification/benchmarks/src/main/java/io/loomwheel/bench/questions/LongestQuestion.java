package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long single calls take while many timeouts are pending and the timer clears up after those
 * that were cancelled. Each call is timed by itself. The floor has no timer: what it shows is the
 * machine's and the JVM's.
 */
final class LongestQuestion implements Question {
  /** Of the peers. */
  private static final String PEER = "Netty 1 ms";

  @Override
  public List<Contest> contests(Sizes sizes) {
    int pending = sizes.pending().getLast();
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(LongestCalls.entrant(TimerContestants.FLOOR, pending));
    entrants.add(LongestCalls.entrant(TimerContestants.LOOMWHEEL, pending));
    TimerContestants.timers().stream()
        .filter(kind -> kind.name().equals(PEER))
        .forEach(kind -> entrants.add(LongestCalls.entrant(kind, pending)));
    String setting = String.format(Locale.ROOT, "1 thread, %,d pending, any replaced", pending);
    return List.of(new Contest("longest", setting, "a call", false, entrants));
  }
}
