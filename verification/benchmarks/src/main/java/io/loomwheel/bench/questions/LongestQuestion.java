package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long single calls take while many timeouts are pending and the timer clears up after those
 * that were cancelled. Each call is timed by itself. The floor allocates an object and has no
 * timer: what it shows is the machine's and the JVM's.
 */
final class LongestQuestion implements Question {
  /** Of the peers; has no {@code reschedule}, so it cancels and arms anew. */
  private static final String PEER = "Netty 1 ms";

  @Override
  public List<Contest> contests(Sizes sizes) {
    int pending = sizes.pending().getLast();
    String setting =
        String.format(Locale.ROOT, "1 thread, %,d pending, any replaced and moved", pending);
    List<Entrant> entrants =
        kinds().stream()
            .map(
                kind ->
                    new Entrant(kind.name(), kind.role(), () -> LongestCalls.open(kind, pending)))
            .toList();
    return List.of(new Contest("longest", setting, "a call", false, entrants));
  }

  private static List<TimerContestants.Kind> kinds() {
    List<TimerContestants.Kind> kinds = new ArrayList<>();
    kinds.add(TimerContestants.BARE);
    kinds.add(TimerContestants.LOOMWHEEL);
    TimerContestants.wheels().stream().filter(k -> k.role() == Role.SUBJECT).forEach(kinds::add);
    TimerContestants.timers().stream().filter(k -> k.name().equals(PEER)).forEach(kinds::add);
    return kinds;
  }
}
