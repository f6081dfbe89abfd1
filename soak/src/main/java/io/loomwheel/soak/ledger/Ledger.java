package io.loomwheel.soak.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The timers of one wave. Thread-safe; settled by one thread, once nobody opens any more. */
public final class Ledger {
  private static final long LOOK_NANOS = 2_000_000;
  private static final int SHOWN = 3;

  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
  private final List<String> wrong = new ArrayList<>();

  public Entry open() {
    Entry entry = new Entry();
    entries.add(entry);
    return entry;
  }

  /** {@return the first few whose handle says that they are over, though nobody ended them} */
  public List<String> dropped() {
    return entries.stream()
        .filter(Entry::isDropped)
        .limit(SHOWN)
        .map(entry -> "over without an end: " + entry)
        .toList();
  }

  /**
   * Waits until each has come to an end, and sums up.
   *
   * @param isBusy whether a task still runs, which may ask for more timers
   * @param boundNanos how long at most
   */
  public Balance settle(BooleanSupplier isBusy, long boundNanos) {
    long end = System.nanoTime() + boundNanos;
    while ((isBusy.getAsBoolean() || !isSettled()) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
      Thread.interrupted(); // an interrupt would keep us from parking
    }
    return sum();
  }

  private boolean isSettled() {
    for (Entry entry : entries) {
      entry.settle();
      if (entry.isOpen()) {
        return false;
      }
    }
    return true;
  }

  private Balance sum() {
    Balance sum = Balance.ZERO;
    for (Entry entry : entries) {
      Balance one = Balance.ZERO.plus(entry);
      if ((!one.isZero() || entry.isMistold()) && wrong.size() < SHOWN) {
        wrong.add((entry.isMistold() ? "mistold: " : "") + one + ": " + entry);
      }
      sum = sum.plus(one);
    }
    return sum;
  }

  /** {@return the first few timers that were not as they should be, after settling} */
  public List<String> wrong() {
    return List.copyOf(wrong);
  }
}
