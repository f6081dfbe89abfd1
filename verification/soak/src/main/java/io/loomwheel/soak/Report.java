package io.loomwheel.soak;

import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.load.Played;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run came to, and as a page in Markdown that can also be read as it is. Immutable.
 *
 * @param rounds by the name of the fault
 * @param threadsLeft those that are left of the rounds, by name
 */
record Report(
    Instant begun,
    double seconds,
    String options,
    String machine,
    Map<String, Played> rounds,
    Heap heap,
    Map<String, Integer> threadsLeft) {

  Played total() {
    return rounds.values().stream().reduce(Played.NOTHING, Played::plus);
  }

  /** {@return what is off, with the fault; empty if all is well} */
  List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    rounds.forEach((fault, round) -> round.wrong().forEach(text -> wrong.add(fault + ": " + text)));
    if (!total().balance().isZero()) {
      wrong.add("the ledger isn't at zero: " + total().balance());
    }
    if (!heap.isFlat()) {
      wrong.add("the heap grows: " + heap);
    }
    if (!threadsLeft.isEmpty()) {
      wrong.add("threads are left: " + threadsLeft);
    }
    return wrong;
  }

  String page() {
    Balance sum = total().balance();
    String head =
        """
        # Soak

        %s; %.0f s from %s on; %s.

        | fault | timers | asked | fired | cancelled | returned | rejected | late ms |
        |---|--:|--:|--:|--:|--:|--:|--:|
        """
            .formatted(machine, seconds, begun, options);
    String foot =
        """

        Ledger: %,d left over, %,d lost, %,d twice, %,d early.
        Heap after collection: %s.
        Fired, by what handed them in: %s

        """
            .formatted(
                sum.difference(), sum.lost(), sum.twice(), sum.early(), heap, total().fired());
    return rounds.entrySet().stream()
            .map(round -> row(round.getKey(), round.getValue()))
            .collect(Collectors.joining("", head, row("all", total()) + foot))
        + (wrong().isEmpty() ? "All is well." : "Off:\n\n- " + String.join("\n- ", wrong()));
  }

  private static String row(String name, Played played) {
    Balance sum = played.balance();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %,d | %,d | %,d | %,d | %,d | %,d |%n",
        name,
        played.waves(),
        sum.asked(),
        sum.fired(),
        sum.cancelled(),
        sum.returned(),
        sum.rejected(),
        played.late().toMillis());
  }
}
