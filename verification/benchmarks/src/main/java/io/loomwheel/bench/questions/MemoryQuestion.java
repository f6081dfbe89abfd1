package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * What a pending timeout takes on the heap, and a timer that has nothing to do. The task, shared by
 * all, and the user's reference to a timeout aren't counted.
 */
final class MemoryQuestion implements Question {
  /** So many are also counted object by object; of more that takes too long. */
  private static final int COUNTED = 100_000;

  /** More are armed on Loomwheel alone. */
  private static final int MOST_OF_PEERS = 1_000_000;

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    contests.add(idle());
    TreeSet<Integer> numbers = new TreeSet<>(sizes.pending());
    numbers.add(COUNTED);
    numbers.forEach(number -> contests.add(pending(number)));
    return contests;
  }

  private static Contest idle() {
    List<Entrant> entrants = new ArrayList<>();
    kinds().forEach(kind -> entrants.add(IdleWeight.entrant(kind)));
    String setting = "timers that have armed and cancelled one timeout each";
    return new Contest("memory", setting, "make a timer", false, entrants);
  }

  private static Contest pending(int number) {
    List<Entrant> entrants = new ArrayList<>();
    kinds().stream()
        .filter(kind -> kind.role() == Role.SUBJECT || number <= MOST_OF_PEERS)
        .forEach(kind -> entrants.add(PendingWeight.entrant(kind, number, number <= COUNTED)));
    String setting = String.format(Locale.ROOT, "%,d armed, none due for an hour", number);
    return new Contest("memory", setting, "arm", false, entrants);
  }

  /** {@return our wheels, then the peers} */
  private static List<TimerContestants.Kind> kinds() {
    List<TimerContestants.Kind> kinds = new ArrayList<>(List.of(TimerContestants.LOOMWHEEL));
    TimerContestants.wheels().stream()
        .filter(kind -> kind.role() == Role.SUBJECT)
        .map(
            kind -> new TimerContestants.Kind("Loomwheel " + kind.name(), kind.role(), kind.make()))
        .forEach(kinds::add);
    TimerContestants.timers().stream().filter(kind -> kind.role() == Role.PEER).forEach(kinds::add);
    return kinds;
  }
}
