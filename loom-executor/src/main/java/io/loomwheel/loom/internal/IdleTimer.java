package io.loomwheel.loom.internal;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The idle timer of a subscription: it fires when no element has arrived for too long.
 *
 * <p>As in {@code Flux.timeout}, the time counts from the return of one element's downstream call
 * to the arrival of the next element. So a slow consumer never causes a timeout. Signals don't
 * overlap either, because the timer can't fire while an element is delivered. One word, {@link
 * #idle}, decides:
 *
 * <pre>
 *   d    --enter-->  BUSY   an element has arrived: compare-and-set, by the source's thread
 *   BUSY --leave-->  d'     it is delivered: a release store, for no other thread may leave BUSY
 *   d, BUSY --finish--> OVER the source has ended
 *   d    --run-->    OVER   the time is up: compare-and-set, once d has passed
 * </pre>
 *
 * So an element costs one compare-and-set and one clock read. The node in the wheel stays where it
 * is: its own deadline may be earlier than {@code d}, never later. A node that fires too early is
 * armed again for the rest. To make that rare, {@link #leave} reschedules the node in place
 * whenever it lags behind by an eighth of the time.
 *
 * <p>The source calls {@link #enter}, {@link #leave} and {@link #finish}, from one thread at a
 * time. Any thread may call {@link #stop}.
 */
public final class IdleTimer extends WheelNode {
  private static final long BUSY = -1;
  private static final long OVER = -2;
  private static final VarHandle IDLE;

  static {
    try {
      IDLE = MethodHandles.lookup().findVarHandle(IdleTimer.class, "idle", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final WheelTimer timer;
  private final long idleNanos;

  /** Nulled by the thread that ends the timer, so that a node left in the wheel retains nothing. */
  private @Nullable Runnable onTimeout;

  /** A deadline, BUSY or OVER, as in the table above. A new timer can't expire. */
  private volatile long idle = NEVER_NANOS;

  /** Elements being delivered: more than one if the source is re-entered. The source's alone. */
  private int depth;

  /** The deadline that the node was last rescheduled to. Used by the source alone. */
  private long armedFor;

  /**
   * Makes a timer that is not armed yet.
   *
   * @param timer measures the time
   * @param idleNanos longest time without an element; zero or less counts as one
   * @param onTimeout runs once at the timeout, on the timer's executor
   */
  public IdleTimer(WheelTimer timer, long idleNanos, Runnable onTimeout) {
    this.timer = timer;
    this.idleNanos = Math.max(1, idleNanos);
    this.onTimeout = onTimeout;
  }

  /**
   * Arms the node, before the first signal.
   *
   * @return false if the timer is stopped
   * @throws java.util.concurrent.RejectedExecutionException if the timer's limit is reached
   */
  public boolean arm() {
    armedFor = fromNow();
    return engineOf(timer).arm(this, idleNanos);
  }

  /** Starts the time for the first element, unless that has arrived already. */
  public void begin() {
    IDLE.compareAndSet(this, NEVER_NANOS, fromNow());
  }

  /** {@return whether the element is in time; if so, the source must call {@link #leave} later} */
  public boolean enter() {
    if (depth > 0) {
      depth++;
      return true;
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
    long deadline = fromNow();
    IDLE.setRelease(this, deadline);
    if (deadline - armedFor > idleNanos >> 3) {
      armedFor = deadline;
      engineOf(timer).reschedule(this, idleNanos);
    }
  }

  /** {@return whether the source ended in time} */
  public boolean finish() {
    long s;
    while ((s = idle) != OVER) {
      if (IDLE.compareAndSet(this, s, OVER)) {
        stop();
        return true;
      }
    }
    return false;
  }

  /** Prevents the timeout, unless it has happened. Idempotent. */
  public void stop() {
    onTimeout = null;
    engineOf(timer).discard(this);
  }

  /** If the clock or the engine fails, it looks again after an eighth of the time. */
  @Override
  public void run() {
    boolean looked = false;
    try {
      look();
      looked = true;
    } finally {
      if (!looked && idle != OVER) {
        engineOf(timer).rearm(this, TaskOwner.after(deadlineNanos(), Math.max(1, idleNanos >> 3)));
      }
    }
  }

  private void look() {
    Runnable action = onTimeout;
    long now = engineOf(timer).now();
    long d;
    while (action != null && (d = idle) != OVER) {
      if (d == BUSY || d > now) {
        // Delivery of an element ends after now, so the next deadline is not earlier than this one.
        engineOf(timer).rearm(this, d == BUSY ? fromNow(now) : Math.min(d, fromNow(now)));
        return;
      }
      if (IDLE.compareAndSet(this, d, OVER)) {
        onTimeout = null;
        action.run();
        return;
      }
    }
  }

  private long fromNow() {
    return fromNow(engineOf(timer).now());
  }

  private long fromNow(long now) {
    return TaskOwner.after(now, idleNanos);
  }

  /** {@return whether the source has ended or the time is up} */
  public boolean isDone() {
    return idle == OVER;
  }
}
