package io.loomwheel;

import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks once, after a delay. Users of Netty's and Dubbo's timers know these methods.
 *
 * <p>Thread-safe; no method but {@link #stop} waits.
 */
public interface Timer {
  /**
   * Runs a task after the delay, never earlier.
   *
   * @param task run at most once
   * @param delay from now; zero or less means at once, or within a tick if such tasks nest too deep
   *     on this thread; a delay that overflows never ends
   * @param unit of the delay
   * @return a handle to cancel or to reschedule the timeout
   * @throws RejectedExecutionException if this timer was stopped, or its limit is reached
   */
  Timeout newTimeout(TimerTask task, long delay, TimeUnit unit);

  /**
   * Ends this timer. Every timeout accepted so far has fired, was cancelled, or is returned; every
   * later one is rejected. A task may call this, unless it runs on the thread that turns the wheel.
   *
   * @return the timeouts that never ran: each is cancelled, {@link TimerTask#cancelled} was called,
   *     and {@link Timeout#task} still returns the task. Empty if another stop returns them, or
   *     has.
   */
  Set<Timeout> stop();
}
