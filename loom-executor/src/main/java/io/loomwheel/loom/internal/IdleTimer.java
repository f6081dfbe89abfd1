package io.loomwheel.loom.internal;

import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The one timer of a subscription, which says that no element has come for too long.
 *
 * <p>Time counts from the end of one element's way downstream to the arrival of the next, as in
 * {@code Flux.timeout}: a slow consumer never causes a timeout. That keeps signals apart, too,
 * because the time can't be up while an element is on its way. One word, {@link #idle}, decides:
 *
 * <pre>
 *   d    --enter-->  BUSY   an element has come: compare-and-set, by the source's thread
 *   BUSY --leave-->  d'     it is through: a plain release store, for nobody else may leave BUSY
 *   d, BUSY --finish--> OVER the source has ended
 *   d    --run-->    OVER   the time is up: compare-and-set, once d has passed
 * </pre>
 *
 * So an element costs one compare-and-set and one look at the clock. The node in the wheel is not
 * touched for it: its own deadline may be earlier than the one above, never later. When it fires
 * too early it is armed again for the rest. To make that rare, {@link #leave} puts the node off, in
 * place, whenever it lags behind by an eighth of the time.
 *
 * <p>{@link #enter}, {@link #leave} and {@link #finish} are for the source, which signals from one
 * thread at a time; {@link #stop} is for any thread.
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

  private final Engine engine;
  private final long idleNanos;

  /** Set to null by whoever ends the timer, so that a node left in the wheel holds nothing. */
  private @Nullable Runnable onTimeout;

  /** A deadline, BUSY or OVER, as in the table above. A new timer can't be up. */
  private volatile long idle = NEVER_NANOS;

  /** How many elements are on their way: more than one if the source is re-entered. Source's. */
  private int depth;

  /** The deadline that the node was last put off to. The source's. */
  private long armedFor;

  /**
   * Makes a timer that is to be armed next.
   *
   * @param engine whose wheel it waits on
   * @param idleNanos how long there may be no element; zero or less is taken for one
   * @param onTimeout run once when the time is up, where the engine runs its tasks
   */
  public IdleTimer(Engine engine, long idleNanos, Runnable onTimeout) {
    this.engine = engine;
    this.idleNanos = Math.max(1, idleNanos);
    this.onTimeout = onTimeout;
  }

  /**
   * Arms the node, before anybody signals.
   *
   * @return false if the engine is stopped
   * @throws java.util.concurrent.RejectedExecutionException if its limit is reached
   */
  public boolean arm() {
    armedFor = fromNow();
    return engine.arm(this, idleNanos);
  }

  /** Lets the time of the first element begin, if that has not come yet. */
  public void begin() {
    IDLE.compareAndSet(this, NEVER_NANOS, fromNow());
  }

  /** {@return whether an element that has come is in time; then {@link #leave} has to follow} */
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

  /** Lets the time of the next element begin. */
  public void leave() {
    if (--depth > 0 || idle != BUSY) {
      return;
    }
    long deadline = fromNow();
    IDLE.setRelease(this, deadline);
    if (deadline - armedFor > idleNanos >> 3) {
      armedFor = deadline;
      engine.reschedule(this, idleNanos);
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

  /** Keeps the time from running out, unless it has. Idempotent. */
  public void stop() {
    onTimeout = null;
    engine.discard(this);
  }

  @Override
  public void run() {
    Runnable action = onTimeout;
    long now = engine.now();
    long d;
    while (action != null && (d = idle) != OVER) {
      if (d == BUSY || d > now) {
        // An element on its way ends after now, so its deadline is not earlier than this one.
        engine.rearm(this, d == BUSY ? fromNow(now) : Math.min(d, fromNow(now)));
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
    return fromNow(engine.now());
  }

  private long fromNow(long now) {
    long deadline = now + idleNanos;
    return deadline < 0 ? NEVER_NANOS : Math.min(deadline, NEVER_NANOS);
  }

  /** {@return whether the source has ended or the time is up} */
  public boolean isDone() {
    return idle == OVER;
  }
}
