package io.loomwheel.soak.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The timers of one wave. Thread-safe; settled by one thread, once nobody opens any more. */
public final class Ledger {
  private static final long CHECK_NANOS = 2_000_000;
  private static final int SHOWN = 3;

  private final Entries entries = new Entries();
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
            () -> isPointless.getAsBoolean() || entries.walk().passes(entry -> !entry.isDropped()),
            boundNanos);
    return isWell ? List.of() : shown(Entry::isDropped, "over without an end: ");
  }

  /**
   * Waits until each timer that is due by now has begun.
   *
   * @return the first few that have not within the bound
   */
  public List<String> overdue(long now, BooleanSupplier isPointless, long boundNanos) {
    Entries.Walk walk = entries.walk();
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
    Entries.Walk walk = entries.walk();
    return await(() -> walk.passes(entry -> !entry.isUndone()), boundNanos)
        ? List.of()
        : shown(Entry::isUndone, "its future is never done: ");
  }

  private List<String> shown(Predicate<Entry> of, String text) {
    List<String> shown = new ArrayList<>();
    entries.forEach(
        entry -> {
          if (shown.size() < SHOWN && of.test(entry)) {
            shown.add(text + entry);
          }
        });
    return shown;
  }

  /**
   * Waits until each has come to an end, and sums up.
   *
   * @param boundNanos how long at most
   */
  public Balance settle(BooleanSupplier isBusy, long boundNanos) {
    Entries.Walk walk = entries.walk();
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

  /** Adds up entry by entry; most have one end and nothing else to tell, which is quickly said. */
  private Balance sum() {
    long[] plain = Fate.zeros();
    Balance[] others = {Balance.ZERO};
    Map<Object, Long> counts = new HashMap<>();
    entries.forEach(
        entry -> {
          Fate only = entry.plainEnd();
          if (only != null) {
            plain[only.place()]++;
          } else {
            others[0] = others[0].plus(noted(entry));
          }
          if (Fate.FIRED.of(entry.ends()) > 0) {
            counts.merge(entry.kind(), 1L, Long::sum);
          }
        });
    wrong.addAll(handedOn.wrong(SHOWN));
    counts.forEach((kind, count) -> fired.put(kind.toString(), count));
    return others[0].plus(Balance.of(plain));
  }

  private Balance noted(Entry entry) {
    Balance one = Balance.ZERO.plus(entry);
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
