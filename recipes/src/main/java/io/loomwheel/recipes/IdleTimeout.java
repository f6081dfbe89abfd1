package io.loomwheel.recipes;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/**
 * Detects inactivity: calls a listener when the limit has passed since the last {@link #touch}.
 *
 * <pre>{@code IdleTimeout idle = IdleTimeout.start(timer, Duration.ofSeconds(30), it -> close());
 * ... idle.touch(); // at each sign of life}</pre>
 *
 * <p>The listener is called once for each idle period, at most a tick of the timer, and its slack
 * if it has any, after the limit has passed, and never earlier. A later touch starts a new period,
 * whose call may come while the last one still runs.
 *
 * <p>Thread-safe. A touch costs a clock read and a compare-and-set. The compare-and-set decides the
 * race with the listener: a touch that returns true was in time. A touch reschedules the timeout in
 * the wheel, in place, only when it lags behind by an eighth of the limit: at most eight times in a
 * limit. A timeout that expires too early is armed again for the rest. All else takes the monitor
 * of this object, in which the listener is not called.
 */
public final class IdleTimeout extends IdleWatch {
  /** Called when the timeout is idle, on a thread of the timer's executor, with no lock held. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Called when the limit has passed since the last touch.
     *
     * @param idle the timeout; it may be touched, paused or closed here
     * @throws Exception goes to the timer's failure handler, as any other throwable does
     */
    void idle(IdleTimeout idle) throws Exception;

    /**
     * Called once if the timer was stopped, or fails or is at its limit when a timeout must be
     * armed again, on the thread that detects it. The idle timeout is closed then. Logs a
     * rate-limited warning by default, at most one a second.
     *
     * @param why the timer's exception, or one with what the timer threw as its cause
     */
    default void unwatched(RejectedExecutionException why) {
      logUnwatched(this, why);
    }
  }

  private final Listener listener;

  private IdleTimeout(WheelTimer timer, long limitNanos, Listener listener) {
    super(timer, limitNanos);
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  /**
   * Starts an idle timeout, as if touched now.
   *
   * @param timer the listener may be called late by its tick and its slack
   * @param limit the longest time between two touches; one that overflows never ends
   * @param listener called when the limit has passed
   * @return a new idle timeout
   * @throws IllegalArgumentException if the limit isn't positive
   * @throws RejectedExecutionException if the timer is stopped or at its limit
   */
  public static IdleTimeout start(WheelTimer timer, Duration limit, Listener listener) {
    IdleTimeout idle = new IdleTimeout(timer, Limits.positiveNanos("limit", limit), listener);
    idle.begin();
    return idle;
  }

  /**
   * Records activity: the idle period starts again.
   *
   * @return true if this was in time, and the idle period ends no earlier than one limit from now;
   *     false if it had ended, so that the listener was called or is about to be, or if this is
   *     paused or closed
   */
  public boolean touch() {
    return touched();
  }

  /** {@return whether the limit has passed, and the listener was called or is about to be} */
  public boolean isIdle() {
    return word == IDLE;
  }

  @Override
  long endState(long touched, long now) {
    return IDLE;
  }

  @Override
  void over(boolean ended) throws Exception {
    listener.idle(this);
  }

  @Override
  void unwatched(RejectedExecutionException why) {
    listener.unwatched(why);
  }
}
