package io.loomwheel.soak.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The timers of one wave. Thread-safe; settled by one thread, once nobody opens any more. */
public final class Ledger {
  private static final long CHECK_NANOS = 2_000_000;
  private static final int SHOWN = 3;

  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
  private final HandedOn handedOn = new HandedOn();
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, Long> fired = new TreeMap<>();

  /** Opens an entry. */
  public Entry open(Object kind) {
    Entry entry = new Entry(kind);
    entries.add(entry);
    return entry;
  }

  /** Notes that the timer's own thread runs an entry's task, armed by the timer's own methods. */
  public void handedOn(Entry entry) {
    handedOn.add(entry);
  }

  /** {@return how many the timer's own thread has run} */
  public int handedOn() {
    return handedOn.size();
  }

  /**
   * Waits until each whose handle says that it is over has ended: an operation says so just before
   * its callback runs.
   *
   * @return the first few that have not within the bound
   */
  public List<String> dropped(BooleanSupplier isPointless, long boundNanos) {
    boolean isWell =
        await(
            () -> isPointless.getAsBoolean() || new Walk().passes(entry -> !entry.isDropped()),
            boundNanos);
    return isWell ? List.of() : shown(Entry::isDropped, "over without an end: ");
  }

  /**
   * Waits until each timer that is due by now has begun.
   *
   * @return the first few that have not within the bound
   */
  public List<String> overdue(long now, BooleanSupplier isPointless, long boundNanos) {
    Walk walk = new Walk();
    boolean isWell =
        await(
            () -> isPointless.getAsBoolean() || walk.passes(entry -> !entry.isOverdue(now)),
            boundNanos);
    return isWell || isPointless.getAsBoolean()
        ? List.of()
        : shown(entry -> entry.isOverdue(now), "due, and never came: ");
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
    Walk walk = new Walk();
    return await(() -> walk.passes(entry -> !entry.isUndone()), boundNanos)
        ? List.of()
        : shown(Entry::isUndone, "its future is never done: ");
  }

  private List<String> shown(Predicate<Entry> of, String text) {
    return entries.stream().filter(of).limit(SHOWN).map(entry -> text + entry).toList();
  }

  /**
   * Waits until each has come to an end, and sums up.
   *
   * @param boundNanos how long at most
   */
  public Balance settle(BooleanSupplier isBusy, long boundNanos) {
    Walk walk = new Walk();
    var unused =
        await(() -> !isBusy.getAsBoolean() && walk.passes(entry -> !entry.isOpen()), boundNanos);
    LockSupport.parkNanos(CHECK_NANOS); // a handle may be over just before its task is known to run
    unused = await(() -> !isBusy.getAsBoolean(), boundNanos);
    return sum();
  }

  /** Waits; {@return whether it came true within the bound} */
  private static boolean await(BooleanSupplier condition, long boundNanos) {
    long end = System.nanoTime() + boundNanos;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      LockSupport.parkNanos(CHECK_NANOS);
      boolean ignored = Thread.interrupted(); // an interrupt would keep us from parking
    }
    return true;
  }

  private Balance sum() {
    Balance sum = Balance.ZERO;
    Map<Object, Long> counts = new HashMap<>();
    for (Entry entry : entries) {
      sum = sum.plus(noted(entry));
      if (Fate.FIRED.of(entry.ends()) > 0) {
        counts.merge(entry.kind(), 1L, Long::sum);
      }
    }
    wrong.addAll(handedOn.wrong(SHOWN));
    counts.forEach((kind, count) -> fired.put(kind.toString(), count));
    return sum;
  }

  private Balance noted(Entry entry) {
    Balance one = Balance.of(entry);
    if ((!one.isZero() || entry.isMistold()) && wrong.size() < SHOWN) {
      wrong.add((entry.isMistold() ? "mistold: " : "") + one + ": " + entry);
    }
    return one;
  }

  /** {@return how many tasks of each kind have run, after settling} */
  public Map<String, Long> fired() {
    return Map.copyOf(fired);
  }

  /** {@return the first few timers that were not as they should be, after settling} */
  public List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** Goes from entry to entry and never looks back. One thread's. */
  private final class Walk {
    private final Iterator<Entry> further = entries.iterator();
    private @Nullable Entry at;

    /**
     * Goes on for as long as the entries keep a rule; {@return whether all keep it, so far as they
     * were added} One that keeps it must do so for good.
     */
    boolean passes(Predicate<Entry> rule) {
      while (at != null || further.hasNext()) {
        at = at != null ? at : further.next();
        if (!rule.test(at)) {
          return false;
        }
        at = null;
      }
      return true;
    }
  }

  /**
   * The timers that ran on the driver itself, in that order, which has to be the one of their
   * deadlines: over the whole timer, whichever threads armed them. Thread-safe.
   *
   * <p>A deadline is known to lie between two readings of the clock. Two timers are held against
   * each other only if the one that was due later was due after the other one's call had returned,
   * and after its deadline at the latest: no turn can have known of the later one alone.
   */
  static final class HandedOn {
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
}
