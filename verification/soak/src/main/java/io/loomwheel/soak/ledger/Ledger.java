package io.loomwheel.soak.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The timers of one wave. Thread-safe; settled by one thread, once nobody opens any more. */
public final class Ledger {
  private static final long LOOK_NANOS = 2_000_000;
  private static final int SHOWN = 3;

  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
  private final List<String> wrong = new ArrayList<>();

  /**
   * Opens an entry.
   *
   * @param kind what to call it where something is wrong with it
   */
  public Entry open(Object kind) {
    Entry entry = new Entry(kind);
    entries.add(entry);
    return entry;
  }

  /** {@return the first few whose handle says that they are over, though nobody ended them} */
  public List<String> dropped() {
    return shown(Entry::isDropped, "over without an end: ");
  }

  /**
   * Waits until each timer that is due by now has begun.
   *
   * @return the first few that have not within the bound
   */
  public List<String> overdue(long now, BooleanSupplier isPointless, long boundNanos) {
    await(() -> isPointless.getAsBoolean() || !isAnyOverdue(now), boundNanos);
    return isPointless.getAsBoolean()
        ? List.of()
        : shown(entry -> entry.isOverdue(now), "due, and never came: ");
  }

  private boolean isAnyOverdue(long now) {
    return entries.stream().anyMatch(entry -> entry.isOverdue(now));
  }

  /** Cancels all that has not ended. */
  public void cancelAll() {
    entries.forEach(Entry::cancel);
  }

  /**
   * Waits until no future is undone.
   *
   * @return the first few that are after the bound
   */
  public List<String> undone(long boundNanos) {
    await(() -> entries.stream().noneMatch(Entry::isUndone), boundNanos);
    return shown(Entry::isUndone, "its future is never done: ");
  }

  private List<String> shown(Predicate<Entry> of, String text) {
    return entries.stream().filter(of).limit(SHOWN).map(entry -> text + entry).toList();
  }

  /**
   * Waits until each has come to an end, and sums up.
   *
   * @param isBusy whether a task still runs, which may ask for more timers
   * @param boundNanos how long at most
   */
  public Balance settle(BooleanSupplier isBusy, long boundNanos) {
    await(() -> !isBusy.getAsBoolean() && isSettled(), boundNanos);
    LockSupport.parkNanos(LOOK_NANOS); // a handle may be over just before its task is known to run
    await(() -> !isBusy.getAsBoolean(), boundNanos);
    return sum();
  }

  private boolean isSettled() {
    return entries.stream().noneMatch(Entry::isOpen);
  }

  private static void await(BooleanSupplier condition, long boundNanos) {
    long end = System.nanoTime() + boundNanos;
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
      boolean ignored = Thread.interrupted(); // an interrupt would keep us from parking
    }
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

  /** {@return how many tasks of each kind have run, after settling} */
  public Map<String, Long> fired() {
    return entries.stream()
        .filter(entry -> Fate.FIRED.of(entry.ends()) > 0)
        .collect(Collectors.groupingBy(Entry::kind, TreeMap::new, Collectors.counting()));
  }

  /** {@return the first few timers that were not as they should be, after settling} */
  public List<String> wrong() {
    return List.copyOf(wrong);
  }
}
