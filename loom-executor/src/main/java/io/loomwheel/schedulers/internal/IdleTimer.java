package io.loomwheel.schedulers.internal;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The idle timer of a subscription: it fires when no element has arrived for too long. The first
 * element has a time of its own.
 *
 * <p>As in {@code Flux.timeout}, the time counts from the return of one element's downstream call
 * to the arrival of the next element. So a slow consumer never causes a timeout, and none comes
 * while an element is delivered. One word, {@link #idle}, decides:
 *
 * <pre>
 *   d    --enter-->  BUSY   an element has arrived: compare-and-set, by the source's thread
 *   BUSY --leave-->  d'     it is delivered: a release store, for no other thread may leave BUSY
 *   d, BUSY --finish--> OVER the source has ended
 *   d    --run-->    OVER   the time is up: compare-and-set, once d has passed
 * </pre>
 *
 * So an element costs one compare-and-set and one clock read. The node's own deadline may be
 * earlier than {@code d}, later by its rounding alone; a node that fires too early is armed again
 * for the rest. To make that rare, {@link #leave} reschedules it in place whenever it lags behind
 * by an eighth of the time. If the time of the first element is the longer one, the first {@code
 * leave} brings it forward.
 *
 * <p>The source calls {@link #enter}, {@link #leave} and {@link #finish}, from one thread at a
 * time. Any thread may call {@link #stop}.
 */
public final class IdleTimer extends WheelNode {
  private static final long BUSY = -1;
  private static final long OVER = -2;

  /** Greater than any deadline: the time for the first element has not begun. */
  private static final long NOT_BEGUN = Long.MAX_VALUE;

  private static final AtomicLongFieldUpdater<IdleTimer> IDLE =
      AtomicLongFieldUpdater.newUpdater(IdleTimer.class, "idle");

  private final WheelTimer timer;
  private final long firstNanos;
  private final long idleNanos;

  /** Nulled by the thread that ends it, so that a node left in the wheel retains nothing. */
  private @Nullable Runnable onTimeout;

  /** A deadline, BUSY or OVER, as in the table above. A new timer can't expire. */
  private volatile long idle = NOT_BEGUN;

  /** Elements being delivered: more than one if the source is re-entered. The source's alone. */
  private int depth;

  /** Whether one came. Written by the source before a deadline, read by who has seen that. */
  boolean hasFirst;

  /** A time of zero or less counts as one. {@code onTimeout} runs once, on the timer's executor. */
  public IdleTimer(WheelTimer timer, long firstNanos, long idleNanos, Runnable onTimeout) {
    this.timer = timer;
    this.firstNanos = Math.max(1, firstNanos);
    this.idleNanos = Math.max(1, idleNanos);
    this.onTimeout = onTimeout;
    primeFired(0); // so that it can be stopped before it is armed
  }

  @Override
  public Engine engine() {
    return engineOf(timer);
  }

  /**
   * Called before the first signal; {@return false if the timer is stopped} Throws a rejection if
   * the timer's limit is reached.
   */
  public boolean arm() {
    return engine().arm(this, firstNanos);
  }

  /** {@return false if the first element has arrived already} Starts its time otherwise. */
  public boolean begin() {
    return IDLE.compareAndSet(this, NOT_BEGUN, TaskOwner.after(engine().time.now(), firstNanos));
  }

  /**
   * {@return whether the element is in time; if so, the source must call {@link #leave} later} One
   * within another is, unless the source has ended in between.
   */
  public boolean enter() {
    if (depth > 0) {
      boolean goesOn = idle == BUSY;
      depth += goesOn ? 1 : 0;
      return goesOn;
    }
    long d;
    while ((d = idle) >= 0) {
      if (IDLE.compareAndSet(this, d, BUSY)) {
        depth = 1;
        return true;
      }
    }
    return false;
  }

  /** Starts the time for the next element. */
  public void leave() {
    if (--depth > 0 || idle != BUSY) {
      return;
    }
    long deadline = NOT_BEGUN; // if the clock fails: then it begins as the node fires
    try {
      deadline = TaskOwner.after(engine().time.now(), idleNanos);
    } finally {
      hasFirst = true;
      IDLE.lazySet(this, deadline);
    }
    long behind = deadline - armedDeadlineNanos(); // a large one if it has fired
    if (behind > idleNanos >> 3 || (behind < 0 && firstNanos > idleNanos)) {
      engine().reschedule(this, idleNanos);
    }
  }

  /** {@return whether the source ended in time} */
  public boolean finish() {
    boolean ends = IDLE.getAndSet(this, OVER) != OVER;
    if (ends) {
      stop();
    }
    return ends;
  }

  /** Prevents the timeout, unless it has happened. Idempotent. */
  public void stop() {
    onTimeout = null;
    engine().discard(this);
  }

  /**
   * Runs once each time it has fired, though an executor may run it twice. If the clock or the
   * engine fails, it checks again after an eighth of the time.
   */
  @Override
  public void run() {
    Callbacks.requireStack(60); // once it is taken, nobody else runs it
    long due = claimPeriod();
    if (due < 0) {
      return;
    }
    long shorter = Math.min(firstNanos, idleNanos);
    try {
      Runnable action = onTimeout;
      long now = engine().time.now();
      long d;
      while (action != null && (d = idle) != OVER) {
        if (d == NOT_BEGUN && hasFirst) {
          IDLE.compareAndSet(this, d, TaskOwner.after(now, idleNanos));
        } else if (d == BUSY || d > now) {
          // What begins or ends after now has a deadline that is not earlier than this one.
          long soonest = TaskOwner.after(now, d == NOT_BEGUN ? shorter : idleNanos);
          engine().rearm(this, d == BUSY ? soonest : Math.min(d, soonest));
          return;
        } else if (IDLE.compareAndSet(this, d, OVER)) {
          onTimeout = null;
          action.run();
          return;
        }
      }
    } catch (Throwable failure) {
      if (idle != OVER) {
        refire(due);
        engine().rearm(this, TaskOwner.after(due, Math.max(1, shorter >> 3)));
      }
      throw failure;
    }
  }

  public boolean isDone() {
    return idle == OVER;
  }
}
