package io.loomwheel.internal.drive;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Keeps the number of armed nodes at or below a limit, if a timer has one: then it pays for a
 * counter that all its threads share. Counts what waits outside the wheel in any case.
 *
 * <p>Thread-safe. A permit is released before the task's body runs. Refusals are counted, and
 * reported at most once a minute.
 */
public final class PendingLimit {
  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** How many nodes may be armed at once; 0 means any number: then no permit is to be taken. */
  final long most;

  private final LongSupplier nanoTime;
  private final Outlet outlet;

  /**
   * Permits that are held, and those owed. Above the limit only by taking one again: a thread that
   * is refused adds none even for a moment, or it would have others refused.
   */
  final AtomicLong pending = new AtomicLong();

  /**
   * Permits that threads at the end of their stack were not able to release, ever. They add to it
   * without a call, which might overflow once more.
   */
  public long owed;

  /** Permits that were acquired for what waits outside the wheel, and not released. */
  private final LongAdder permits = new LongAdder();

  /** Of these, what threads at the end of their stack had to keep; as {@link #owed}. */
  public long kept;

  /** Refusals so far. Each refused thread adds one, after it has written {@link #refusedAt}. */
  public final LongAdder refused = new LongAdder();

  /** The time of the last refusal; of a few at once, that of any. Unset while there are none. */
  private volatile long refusedAt;

  /** The time from which a refusal is reported again. Raised by the thread that reports one. */
  private final AtomicLong nextReport;

  /** Makes a limit. People read the reports: so this time is not the timer's. */
  PendingLimit(long most, LongSupplier nanoTime, Outlet outlet) {
    this.most = most;
    this.nanoTime = nanoTime;
    this.outlet = outlet;
    this.nextReport = new AtomicLong(nanoTime.getAsLong());
  }

  /** Acquires a permit, or throws; a node that had one until it fired gets it above the limit. */
  void take(boolean again) {
    long free = owed;
    long held;
    do {
      held = pending.get();
      if (!again && held - free >= most) {
        throw refusal(held - free);
      }
    } while (!pending.compareAndSet(held, held + 1));
  }

  /**
   * Acquires a permit for what waits outside the wheel: it counts as pending, and to the limit,
   * which may refuse it unless it had one before. What throws has acquired none.
   */
  public void acquire(boolean again) {
    if (most > 0) {
      take(again);
    }
    try {
      permits.increment();
    } catch (Throwable failure) {
      owed++;
      throw failure;
    }
  }

  /** Releases such a permit. What throws has released none. */
  public void release() {
    permits.decrement();
    if (most > 0) {
      try {
        pending.decrementAndGet();
      } catch (Throwable overflow) {
        owed++;
      }
    }
  }

  /** {@return how much waits outside the wheel} */
  long outside() {
    return permits.sum() - kept;
  }

  private RejectedExecutionException refusal(long held) {
    long now = nanoTime.getAsLong();
    refusedAt = now;
    refused.increment();
    long next = nextReport.get();
    if (now - next >= 0 && nextReport.compareAndSet(next, now + MINUTE_NANOS)) {
      outlet.refusing(refused.sum(), most);
    }
    return new RejectedExecutionException(
        held + " timeouts are pending, and maxPendingTimeouts is " + most);
  }

  /** {@return the time since the last refusal; the greatest number if there was none} */
  public long nanosSinceRefusal() {
    return refused.sum() == 0 ? Long.MAX_VALUE : nanoTime.getAsLong() - refusedAt;
  }
}
