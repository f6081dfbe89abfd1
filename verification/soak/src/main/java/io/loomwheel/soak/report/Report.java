package io.loomwheel.soak.report;

import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.load.Played;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a run came to. Immutable.
 *
 * @param seconds how long
 * @param threadsAtStart how many threads there were before the first round
 * @param threadsBeyond those that are left of the rounds, by name
 */
public record Report(
    Instant begun,
    String options,
    String machine,
    double seconds,
    List<Played> rounds,
    Heap.Line heap,
    int threadsAtStart,
    Map<String, Integer> threadsBeyond) {

  public Balance total() {
    return rounds.stream().map(Played::balance).reduce(Balance.ZERO, Balance::plus);
  }

  /** {@return how many tasks of each kind have run} */
  public Map<String, Long> fired() {
    return rounds.stream().map(Played::fired).reduce(Map.of(), Played::sum);
  }

  /** {@return how many tasks the timers' own threads have run, which came in order} */
  public long inOrder() {
    return rounds.stream().mapToLong(Played::inOrder).sum();
  }

  /** {@return what is off, with the fault; empty if all is well} */
  public List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    rounds.forEach(round -> round.wrong().forEach(text -> wrong.add(round.fault() + ": " + text)));
    if (!total().isZero()) {
      wrong.add("the ledger isn't at zero: " + total());
    }
    if (!heap.isFlat()) {
      wrong.add("the heap grows: " + heap);
    }
    if (!threadsBeyond.isEmpty()) {
      wrong.add("threads are left: " + threadsBeyond);
    }
    return wrong;
  }
}
