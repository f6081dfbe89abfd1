package io.loomwheel.purgatory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something to be done once a condition holds, or a delay has passed: answering a fetch when there
 * is enough to fetch. After Kafka's class of this name.
 *
 * <p>It completes exactly once, by whichever is first: {@link #tryComplete} turning true, {@link
 * #forceComplete}, or expiry. Then its deadline is cancelled, it leaves its watch lists, and {@link
 * #onComplete} runs. The callbacks run without a lock held; what they throw is reported ({@link
 * Purgatory.Builder#onFailure}) and changes nothing else: an attempt that throws counts as false,
 * and an operation whose {@code onComplete} throws is completed all the same.
 *
 * <p>Thread-safe. Attempts don't overlap: a thread that comes while another attempts tells it to
 * try once more, and doesn't wait. {@code onComplete} may run beside an attempt that began before,
 * which comes too late. It takes 40 bytes and while it waits 32 more, 32 for each key, and a
 * timeout.
 */
public abstract class DelayedOperation {
  private static final Logger LOG = LoggerFactory.getLogger(DelayedOperation.class);
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(DelayedOperation.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For good. Whoever sets it runs the callbacks. */
  private static final int COMPLETED = 1;

  /** For good: it was taken out of its purgatory, and waits for nothing but to be forced. */
  private static final int WITHDRAWN = 2;

  /** For good: a purgatory has it, or had it. */
  private static final int CLAIMED = 4;

  /** It is being put into a purgatory by a thread that will clean up after it if it has ended. */
  private static final int SETTLING = 8;

  /** A thread is in {@link #tryComplete}. */
  private static final int ATTEMPTING = 16;

  /** Another came meanwhile: that thread has to try once more. */
  private static final int AGAIN = 32;

  private final long delayNanos;

  /**
   * The bits above, in one word, so that attempts, completions, withdrawals and the end of being
   * put in race on a single compare-and-set, and exactly one of them cleans up.
   */
  private volatile int state;

  /** Id of the thread that forced this; written by it, and of use to it alone. */
  private long forcer;

  /** Written by who claims, before a watch list or a timer makes this known to others. */
  private @Nullable Registration stay;

  /**
   * Makes an operation.
   *
   * @param delay from when it is put into a purgatory; zero or less expires at once, and one that
   *     overflows never does
   */
  protected DelayedOperation(Duration delay) {
    this(
        TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(delay, "delay")), TimeUnit.NANOSECONDS);
  }

  /**
   * Makes an operation.
   *
   * @param delay from when it is put into a purgatory; zero or less expires at once, and one that
   *     overflows never does
   * @param unit of the delay
   */
  protected DelayedOperation(long delay, TimeUnit unit) {
    this.delayNanos = Objects.requireNonNull(unit, "unit").toNanos(delay);
  }

  /**
   * Completes this operation if its condition holds: {@code return condition && forceComplete()}.
   * One that returns true without having called {@link #forceComplete} is completed for it.
   *
   * <p>Called by {@link Purgatory#tryCompleteElseWatch} and {@link Purgatory#checkAndComplete}, one
   * thread at a time, each seeing what the one before it wrote. Must not check a key that this
   * operation itself waits under each time it is called: that would have it called for ever.
   *
   * @return whether this call completed it
   */
  public abstract boolean tryComplete();

  /**
   * What completing comes to; called once, by the thread that completes. The operation has left its
   * timer and its watch lists by then, or is about to if it is still being put in.
   */
  public abstract void onComplete();

  /**
   * Told once, just before {@link #onComplete}, if the delay has passed; on a thread of the timer's
   * executor. (Kafka calls it just after.)
   */
  public abstract void onExpiration();

  /**
   * Completes this operation whatever its condition, unless it is completed. May be called by any
   * thread, also if no purgatory has it. Costs the cancelling of a timeout, and for each key the
   * leaving of a list.
   *
   * @return whether this call completed it
   */
  public final boolean forceComplete() {
    boolean won = claimCompletion(COMPLETED);
    if (won) {
      forcer = Thread.currentThread().threadId();
      finish(false);
    }
    return won;
  }

  /** {@return whether it is completed; {@link #onComplete} has run or is about to} */
  public final boolean isCompleted() {
    return (state & COMPLETED) != 0;
  }

  /**
   * Completes this, unless it was withdrawn.
   *
   * @param expired because its time is over, not because its purgatory or timer ends
   */
  final void complete(boolean expired) {
    if (claimCompletion(COMPLETED | WITHDRAWN)) {
      finish(expired);
    }
  }

  private boolean claimCompletion(int unless) {
    int seen;
    do {
      seen = state;
      if ((seen & unless) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, seen, seen | COMPLETED));
    endStay(seen);
    return true;
  }

  /** For who has ended this: gives up what it holds, unless another does or has. */
  private void endStay(int before) {
    Registration left = stay;
    if (left != null && (before & (SETTLING | WITHDRAWN)) == 0) {
      left.end();
    }
  }

  private void finish(boolean expired) {
    if (expired) {
      try {
        onExpiration();
      } catch (Throwable thrown) {
        report(thrown);
      }
    }
    try {
      onComplete();
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  /**
   * Gives this to a purgatory, and makes this thread the one that attempts; it must settle in the
   * end. False if there is nothing to wait for.
   */
  final boolean claim(Registration by) {
    int seen = state;
    if (seen == 0 && STATE.compareAndSet(this, 0, CLAIMED | SETTLING | ATTEMPTING)) {
      stay = by;
      return true;
    }
    if ((state & CLAIMED) != 0) {
      throw new IllegalStateException(
          "an operation can be put into a purgatory once, and this one was before: " + this);
    }
    return false;
  }

  /** Ends being put in: whoever ended it meanwhile has left the cleaning up to this. */
  final void settle() {
    int seen = (int) STATE.getAndBitwiseAnd(this, ~SETTLING);
    Registration left = stay;
    if (left != null && (seen & (COMPLETED | WITHDRAWN)) != 0) {
      left.end();
    }
  }

  /** Takes this out without completing it; true if this call did. */
  final boolean withdraw() {
    int seen;
    do {
      seen = state;
      if ((seen & (COMPLETED | WITHDRAWN)) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, seen, seen | WITHDRAWN));
    endStay(seen);
    return true;
  }

  /** Whether nobody has to look at this again. */
  final boolean isOver() {
    return (state & (COMPLETED | WITHDRAWN)) != 0;
  }

  final long delayNanos() {
    return delayNanos;
  }

  /**
   * Attempts to complete this, or has the thread that is at it try once more; what this thread
   * wrote before is seen by that attempt.
   *
   * @return whether this call completed it
   */
  final boolean attempt() {
    int seen;
    do {
      seen = state;
      if ((seen & (COMPLETED | WITHDRAWN)) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, seen, seen | next(seen)));
    return (seen & ATTEMPTING) == 0 && attemptWhileAsked();
  }

  private static int next(int seen) {
    return (seen & ATTEMPTING) == 0 ? ATTEMPTING : AGAIN;
  }

  /** Tries, and again as long as others ask; for the thread that attempts, which then doesn't. */
  final boolean attemptWhileAsked() {
    do {
      if (tryOnce()) {
        return true;
      }
    } while (isAskedAgain());
    return false;
  }

  /** Tries; for the thread that attempts. True if this completed it. */
  final boolean tryOnce() {
    try {
      if (tryComplete()) {
        forceComplete(); // nothing, if it did so itself
      }
    } catch (Throwable thrown) {
      report(thrown);
    }
    return isCompleted() && forcer == Thread.currentThread().threadId();
  }

  /** Ends the attempts, unless another thread has come meanwhile. */
  private boolean isAskedAgain() {
    int seen;
    int next;
    do {
      seen = state;
      if ((seen & (COMPLETED | WITHDRAWN)) != 0) {
        return false;
      }
      next = seen & ~((seen & AGAIN) != 0 ? AGAIN : ATTEMPTING);
    } while (!STATE.compareAndSet(this, seen, next));
    return (seen & AGAIN) != 0;
  }

  private void report(Throwable thrown) {
    Registration told = stay;
    if (told != null) {
      told.report(this, thrown);
    } else {
      LOG.error("A callback of an operation failed: {}", this, thrown);
    }
  }
}
