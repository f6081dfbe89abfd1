package io.loomwheel.soak.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * The timers that ran on the driver itself, in that order, which has to be the one of their
 * deadlines: over the whole timer, whichever threads armed them. Thread-safe.
 *
 * <p>A deadline is known to lie between two readings of the clock. Two timers are held against each
 * other only if the one that was due later was due after the other one's call had returned, and
 * after its deadline at the latest: no turn can have known of the later one alone.
 */
final class HandedOn {
  private final List<Entry> order = new ArrayList<>();

  synchronized void add(Entry entry) {
    order.add(entry);
  }

  /** {@return the first few that came after one that was due later} O(n). */
  synchronized List<String> wrong(int shown) {
    List<String> wrong = new ArrayList<>();
    Entry soonest = null;
    for (int i = order.size() - 1; i >= 0 && wrong.size() < shown; i--) {
      Entry entry = order.get(i);
      if (entry.isOrdered()) {
        if (soonest != null && soonest.latest() - entry.earliest() < 0) {
          wrong.add("came before one that was due sooner: " + entry + ", then " + soonest);
        }
        if (soonest == null || entry.latest() - soonest.latest() < 0) {
          soonest = entry;
        }
      }
    }
    return wrong;
  }

  synchronized int size() {
    return order.size();
  }
}
