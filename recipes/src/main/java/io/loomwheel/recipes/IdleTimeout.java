package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.NanoClock;
import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
public sealed class IdleTimeout implements AutoCloseable permits HeartbeatTask.HeartbeatTimeout {
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

  /** The listener was called; a touch starts a new idle period. */
  private static final long IDLE = -1;

  static final long PAUSED = -2;
  private static final long CLOSED = -3;
  private static final AtomicLongFieldUpdater<IdleTimeout> WORD =
      AtomicLongFieldUpdater.newUpdater(IdleTimeout.class, "word");
  private static final Logger LOG = LoggerFactory.getLogger(IdleTimeout.class);
  private static final long PAUSE_NANOS = 1_000_000_000L;

  /** The earliest time of the next warning. Raised by compare-and-set by the logging thread. */
  private static final AtomicLong NEXT_WARNING = new AtomicLong(System.nanoTime());

  final NanoClock clock;
  final long limitNanos;
  private final WheelTimer timer;
  private final Listener listener;
  private final TimerTask task = new Due();

  /** The time of the last touch, or one of the negative states. */
  private volatile long word;

  /** The timeout in the wheel, or null. Written under the monitor, read by touches. */
  private volatile @Nullable Timeout armed;

  /** The touch that the timeout was last rescheduled for. A hint, written with a benign race. */
  private long putOffTo;

  IdleTimeout(WheelTimer timer, long limitNanos, Listener listener) {
    this.timer = Objects.requireNonNull(timer, "timer");
    this.listener = Objects.requireNonNull(listener, "listener");
    this.limitNanos = limitNanos;
    this.clock = timer.clock();
    this.word = PAUSED;
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

  /** Starts an idle period, as if touched now. Throws the timer's rejection. */
  synchronized void begin() {
    long now = clock.nanoTime();
    arm(now, now);
    word = now;
  }

  /**
   * Records activity: the idle period starts again.
   *
   * @return true if this was in time, and the idle period ends no earlier than one limit from now;
   *     false if it had ended, so that the listener was called or is about to be, or if this is
   *     paused or closed
   */
  public final boolean touch() {
    long now = clock.nanoTime();
    long last;
    while ((last = word) >= 0) {
      if (now <= last || WORD.compareAndSet(this, last, now)) {
        putOff(now);
        return true;
      }
    }
    if (last == IDLE) {
      change(IDLE);
    }
    return false;
  }

  /**
   * Reschedules the timeout in the wheel if it is too early by an eighth of the limit, because
   * {@link #since} has changed.
   */
  final void putOff(long now) {
    long since = since(word);
    if (since - putOffTo > limitNanos >> 3) {
      putOffTo = since;
      Timeout timeout = armed;
      if (timeout != null) {
        timeout.reschedule(limitNanos - (now - since), NANOSECONDS);
        Limits.expireIfStopped(timer, timeout, now);
      }
    }
  }

  /** Stops the idle timeout until {@link #resume}. Touches have no effect meanwhile. */
  public final void pause() {
    end(PAUSED);
  }

  /** Starts again after a pause, as if touched now. Does nothing unless paused. */
  public final void resume() {
    change(PAUSED);
  }

  /** Closes this for good. Does not wait for a running listener. Idempotent. */
  @Override
  public final void close() {
    end(CLOSED);
  }

  private synchronized void end(long state) {
    long last;
    while ((last = word) != CLOSED && !WORD.compareAndSet(this, last, state)) {
      // a touch came first
    }
    Timeout timeout = armed;
    if (timeout != null) {
      timeout.cancel();
      armed = null; // afterwards: what an Error has kept from it, the next call does
    }
  }

  /** Starts again, if the state is still the one that the caller saw. */
  private void change(long from) {
    try {
      synchronized (this) {
        if (word == from) {
          begin();
        }
      }
    } catch (Throwable failure) {
      closeUnwatched(failure);
    }
  }

  /** Ends this, and tells the owner, as the timer is full, or its clock throws. */
  private void closeUnwatched(Throwable why) {
    try {
      end(CLOSED);
    } finally {
      unwatched(Limits.rejection(why));
    }
  }

  /** {@return whether the limit has passed, and the listener was called or is about to be} */
  public final boolean isIdle() {
    return word == IDLE;
  }

  /** {@return whether this is closed} */
  public final boolean isClosed() {
    return word == CLOSED;
  }

  /** Under the monitor. */
  final void arm(long since, long now) {
    putOffTo = since;
    Timeout timeout = timer.newTimeout(task, limitNanos - (now - since), NANOSECONDS);
    armed = timeout;
    Limits.expireIfStopped(timer, timeout, now);
  }

  /** {@return the time that the idle period counts from, given the time of the last touch} */
  long since(long touched) {
    return touched;
  }

  /**
   * {@return the state to end in as the limit has passed, unless a touch comes first; zero if this
   * has armed another timeout} Under the monitor.
   */
  long endState(long touched, long now) {
    return IDLE;
  }

  /** Called after {@link #endState}, once the monitor is released; others may have come since. */
  void over(boolean ended) throws Exception {
    listener.idle(this);
  }

  /** Called once, with no monitor held, when this was closed because of the timer. */
  void unwatched(RejectedExecutionException why) {
    listener.unwatched(why);
  }

  /**
   * Logs what no timer watches any more: at most one warning a second and the rest at debug level,
   * because the stop of a timer may produce a million of them.
   */
  static void logUnwatched(Object what, RejectedExecutionException why) {
    Objects.requireNonNull(why, "why");
    long now = System.nanoTime();
    long next = NEXT_WARNING.get();
    if (now - next >= 0 && NEXT_WARNING.compareAndSet(next, now + PAUSE_NANOS)) {
      LOG.warn("{} is not watched any more, perhaps among others: {}", what, why.getMessage());
    } else {
      LOG.debug("{} is not watched any more: {}", what, why.getMessage());
    }
  }

  /** Checks at the expiry of the timeout whether the limit has passed since the last touch. */
  private final class Due implements EssentialTask {
    @Override
    public void run(Timeout timeout) throws Exception {
      boolean over = false;
      long end = 0;
      try {
        synchronized (IdleTimeout.this) {
          if (timeout != armed) {
            return; // disarmed after it expired
          }
          armed = null;
          for (long last; (last = word) >= 0 && !over; ) {
            long now = clock.nanoTime();
            long since = since(last);
            if (now - since < limitNanos) {
              arm(since, now);
              break;
            }
            end = endState(last, now);
            over = end == 0 || WORD.compareAndSet(IdleTimeout.this, last, end);
          }
        }
      } catch (Throwable failure) {
        closeUnwatched(failure);
        return;
      }
      if (over) {
        over(end != 0);
      }
    }

    /** Called by {@link #end}, which has set {@link #word}, or by the stop of the timer. */
    @Override
    public void cancelled(Timeout timeout) {
      synchronized (IdleTimeout.this) {
        if (timeout != armed || word < 0) {
          return;
        }
        armed = null;
        word = CLOSED;
      }
      unwatched(new RejectedExecutionException(timer + " was stopped"));
    }
  }
}
