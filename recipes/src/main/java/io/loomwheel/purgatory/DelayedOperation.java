package io.loomwheel.purgatory;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An operation that completes when a condition holds or a delay has passed, for example the answer
 * to a fetch once there is enough data. After Kafka's class of this name.
 *
 * <p>It completes exactly once: when {@link #tryComplete} returns true, by {@link #forceComplete},
 * or when it expires, whichever is first. Then its deadline is cancelled, it leaves its watch
 * lists, and {@link #onComplete} runs. The callbacks run with no lock held. Their exceptions are
 * reported ({@link Purgatory.Builder#onFailure}) and change nothing else: an attempt that throws
 * counts as false, and an operation whose {@code onComplete} throws is completed.
 *
 * <p>Thread-safe. Attempts don't overlap: a thread that comes during an attempt asks the attempting
 * thread to try once more, and doesn't wait. {@code onComplete} may run while an earlier attempt
 * still runs; that attempt is too late. After an Error in the middle, such as a stack overflow, it
 * completes once all the same, when it is checked again or expires, and then leaves what it has not
 * left. An operation takes 40 bytes; while it waits, 32 more, 32 for each key, and a timeout.
 */
public abstract class DelayedOperation {
  private static final Logger LOG = LoggerFactory.getLogger(DelayedOperation.class);
  private static final AtomicIntegerFieldUpdater<DelayedOperation> STATE =
      AtomicIntegerFieldUpdater.newUpdater(DelayedOperation.class, "state");
  private static final AtomicIntegerFieldUpdater<DelayedOperation> ATTEMPTS =
      AtomicIntegerFieldUpdater.newUpdater(DelayedOperation.class, "attempts");

  /** Terminal state: completed. The thread that sets this bit runs the callbacks. */
  private static final int COMPLETED = 1;

  /** Never cleared: withdrawn from its purgatory; only {@link #forceComplete} completes it now. */
  private static final int WITHDRAWN = 2;

  /** Never cleared: a purgatory has it, or had it. */
  private static final int CLAIMED = 4;

  /** No thread is in {@link #tryComplete}. */
  private static final int IDLE = 0;

  /** A thread is in {@link #tryComplete}. */
  private static final int ATTEMPTING = 1;

  /** Another thread came during the attempt: the attempting thread must try once more. */
  private static final int AGAIN = 2;

  final long delayNanos;

  /** The bits above, in one word. Completions and withdrawals race on a single compare-and-set. */
  private volatile int state;

  /** One of the three above, which count down; without meaning once this is over. */
  @SuppressWarnings("UnusedVariable") // through ATTEMPTS
  private volatile int attempts;

  /** Id of the thread that forced this. A benign race: only that thread can find its own id. */
  private long forcer;

  /** Written by the claiming thread. Volatile: see {@link Registration#settled}. */
  private volatile @Nullable Registration registration;

  /**
   * Makes an operation.
   *
   * @param delay from when it is put into a purgatory; zero or less expires at once, and one that
   *     overflows never ends
   */
  protected DelayedOperation(Duration delay) {
    this(
        TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(delay, "delay")), TimeUnit.NANOSECONDS);
  }

  /**
   * Makes an operation.
   *
   * @param delay from when it is put into a purgatory; zero or less expires at once, and one that
   *     overflows never ends
   * @param unit of the delay
   */
  protected DelayedOperation(long delay, TimeUnit unit) {
    this.delayNanos = Objects.requireNonNull(unit, "unit").toNanos(delay);
  }

  /**
   * Completes this operation if its condition holds: {@code return condition && forceComplete()}. A
   * result of true without a call of {@link #forceComplete} completes it, too.
   *
   * <p>Called by {@link Purgatory#tryCompleteElseWatch} and {@link Purgatory#checkAndComplete}, by
   * one thread at a time; each attempt happens-before the next. Must not check a key of this
   * operation in each call, also not through the attempts of others: that would be an endless loop.
   *
   * @return whether this call completed it
   */
  public abstract boolean tryComplete();

  /**
   * Does the work of the completion. Called once, by the thread that completes the operation. The
   * operation has left its timer and its watch lists, or leaves them soon if it is still being put
   * in.
   */
  public abstract void onComplete();

  /**
   * Called once, just before {@link #onComplete}, if the operation has expired; on a thread of the
   * timer's executor. (Kafka calls it just after.)
   */
  public abstract void onExpiration();

  /**
   * Completes this operation without checking its condition, unless it is completed already. Any
   * thread; also if no purgatory has it. Costs the cancellation of a timeout and a list removal for
   * each key.
   *
   * @return whether this call completed it
   */
  public final boolean forceComplete() {
    boolean won = complete(false, COMPLETED);
    if (won) {
      forcer = Thread.currentThread().threadId();
    }
    return won;
  }

  /** {@return whether it is completed; {@link #onComplete} has run or is about to} */
  public final boolean isCompleted() {
    return (state & COMPLETED) != 0;
  }

  /** Completes this, unless it was withdrawn. If not expired, its purgatory or timer ends. */
  final void complete(boolean expired) {
    if (!complete(expired, COMPLETED | WITHDRAWN)) {
      leave();
    }
  }

  /**
   * Completes this, unless it has some of these bits. All in one frame: nothing is called between
   * the compare-and-set and {@link #onComplete} but what may throw without keeping this from it.
   */
  private boolean complete(boolean expired, int unless) {
    if (!mark(COMPLETED, unless)) {
      return false;
    }
    try {
      leave();
    } catch (Throwable thrown) {
      report(thrown);
    } finally {
      try {
        if (expired) {
          onExpiration();
        }
      } catch (Throwable thrown) {
        report(thrown);
      } finally {
        try {
          onComplete();
        } catch (Throwable thrown) {
          report(thrown);
        }
      }
    }
    return true;
  }

  private boolean mark(int bit, int unless) {
    int seen;
    do {
      seen = state;
      if ((seen & unless) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, seen, seen | bit));
    return true;
  }

  /**
   * Leaves the purgatory, unless the thread that puts this in does so. Called by the thread that
   * ends this, and by each that meets it afterwards. What that throws is reported.
   */
  final void leave() {
    Registration left = registration;
    try {
      if (left != null) {
        left.end();
      }
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  /**
   * Claims this for a purgatory, and makes this thread the attempting one. The thread must settle
   * the registration at the end. False if this is completed already.
   */
  final boolean claim(Registration by) {
    if (STATE.compareAndSet(this, 0, CLAIMED)) {
      attempts = ATTEMPTING;
      registration = by;
      return true;
    }
    if ((state & CLAIMED) != 0) {
      throw new IllegalStateException(
          "an operation can be put into a purgatory once, and this one was before: " + this);
    }
    return false;
  }

  /** Withdraws this without completing it. True if this call did it. */
  final boolean withdraw() {
    boolean withdrawn = mark(WITHDRAWN, COMPLETED | WITHDRAWN);
    leave(); // again, if an Error has kept it in a list
    return withdrawn;
  }

  final boolean isOver() {
    return (state & (COMPLETED | WITHDRAWN)) != 0;
  }

  /**
   * Attempts to complete this, or asks the attempting thread to try once more; {@return whether
   * this call completed it} Earlier writes of this thread happen-before that attempt.
   */
  final boolean attempt() {
    if (isOver()) {
      leave(); // an Error may have kept it in the list
      return false;
    }
    if (ATTEMPTS.getAndUpdate(this, seen -> seen == IDLE ? ATTEMPTING : AGAIN) != IDLE) {
      return false;
    }
    try {
      return attemptWhileAsked();
    } catch (Throwable thrown) {
      attempts = IDLE; // only a store: without stack a call may fail, too
      throw thrown;
    }
  }

  /** Tries until no thread asks for another attempt; the calling thread no longer attempts then. */
  final boolean attemptWhileAsked() {
    boolean won;
    do {
      won = tryOnce();
    } while (!isOver() && ATTEMPTS.decrementAndGet(this) != IDLE);
    return won;
  }

  /** Tries once. For the attempting thread. True if this call completed it. */
  final boolean tryOnce() {
    try {
      if (tryComplete()) {
        forceComplete(); // does nothing if tryComplete has done it
      }
    } catch (Throwable thrown) {
      report(thrown);
    }
    return forcer == Thread.currentThread().threadId();
  }

  /** Throws nothing, even if the log does: callbacks are still to come. */
  private void report(Throwable thrown) {
    try {
      Registration reportTo = registration;
      if (reportTo != null) {
        reportTo.purgatory.report(this, thrown);
      } else {
        LOG.error("A callback of an operation failed: {}", this, thrown);
      }
    } catch (Throwable logFailed) {
      // nobody is left to notify
    }
  }
}
