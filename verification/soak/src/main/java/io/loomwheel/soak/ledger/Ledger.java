package io.loomwheel.soak.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The timers of one wave. Thread-safe; settled by one thread, once nobody opens any more. */
public final class Ledger {
  /** Long enough for a machine with much else to do. */
  public static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final long CHECK_NANOS = 2_000_000;
  private static final int SHOWN = 3;

  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, Long> fired = new HashMap<>();

  /** Opens an entry. */
  public Entry open(Object kind) {
    Entry entry = new Entry(kind);
    entries.add(entry);
    return entry;
  }

  /**
   * Waits until no entry is as none may stay. The first few that are after the bound are wrong.
   *
   * @param isPointless whether something has happened that makes it right
   */
  public void expectNo(
      Predicate<Entry> fault, String text, BooleanSupplier isPointless, long boundNanos) {
    BooleanSupplier isWell = () -> isPointless.getAsBoolean() || entries.stream().noneMatch(fault);
    if (!await(isWell, boundNanos) && !isPointless.getAsBoolean()) {
      entries.stream().filter(fault).limit(SHOWN).forEach(entry -> wrong.add(text + entry));
    }
  }

  /** Cancels all that has not ended. */
  public void cancelAll() {
    entries.forEach(Entry::cancel);
  }

  /**
   * Waits until each has come to an end, and sums up.
   *
   * @param boundNanos how long at most
   */
  public Balance settle(BooleanSupplier isBusy, long boundNanos) {
    var unused =
        await(
            () -> !isBusy.getAsBoolean() && entries.stream().noneMatch(Entry::isOpen), boundNanos);
    LockSupport.parkNanos(CHECK_NANOS); // a handle may be over just before its task is known to run
    unused = await(() -> !isBusy.getAsBoolean(), boundNanos);
    Balance sum = Balance.ZERO;
    for (Entry entry : entries) {
      Balance one = Balance.of(entry);
      sum = sum.plus(one);
      if (one.fired() > 0) {
        fired.merge(entry.kind().toString(), 1L, Long::sum);
      }
      if ((!one.isZero() || entry.isMistold()) && wrong.size() < SHOWN) {
        wrong.add((entry.isMistold() ? "mistold: " : "") + one + ": " + entry);
      }
    }
    return sum;
  }

  /** Waits; {@return whether it came true within the bound} Clears the thread's interrupts. */
  public static boolean await(BooleanSupplier condition, long boundNanos) {
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

  /** {@return how many tasks of each kind have run, after settling} */
  public Map<String, Long> fired() {
    return Map.copyOf(fired);
  }

  /** {@return the first few timers that were not as they should be, after settling} */
  public List<String> wrong() {
    return List.copyOf(wrong);
  }
}
