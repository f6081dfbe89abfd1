package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.NanoClock;
import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an {@link IdleTimeout}, which has the rules, and a {@link HeartbeatTask} have in common.
 * Thread-safe.
 */
abstract class IdleWatch implements AutoCloseable {
  /** The limit has passed; a touch starts a new idle period. */
  static final long IDLE = -1;

  static final long PAUSED = -2;
  private static final long CLOSED = -3;
  private static final AtomicLongFieldUpdater<IdleWatch> WORD =
      AtomicLongFieldUpdater.newUpdater(IdleWatch.class, "word");
  private static final Logger LOG = LoggerFactory.getLogger(IdleTimeout.class);
  private static final long PAUSE_NANOS = 1_000_000_000L;

  /** The earliest time of the next warning. Raised by compare-and-set by the logging thread. */
  private static final AtomicLong NEXT_WARNING = new AtomicLong(System.nanoTime());

  final NanoClock clock;
  final long limitNanos;
  private final WheelTimer timer;
  private final TimerTask task = new Due();

  /** The time of the last touch, or one of the negative states. */
  volatile long word = PAUSED;

  /** The timeout in the wheel, or null. Written under the monitor, read by touches. */
  private volatile @Nullable Timeout armed;

  /** The touch that the timeout was last rescheduled for. A hint, written with a benign race. */
  private long putOffTo;

  IdleWatch(WheelTimer timer, long limitNanos) {
    this.timer = Objects.requireNonNull(timer, "timer");
    this.limitNanos = limitNanos;
    this.clock = timer.clock();
  }

  /** Starts an idle period, as if touched now. Throws the timer's rejection. */
  synchronized void begin() {
    long now = clock.nanoTime();
    arm(now, now);
    word = now;
  }

  /** Starts the idle period again. {@return whether this was in time} */
  final boolean touched() {
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

  /** Stops this until {@link #resume}. What is reported meanwhile has no effect. */
  public void pause() {
    end(PAUSED);
  }

  /** Starts again after a pause, or a loss, as {@code start} does. Does nothing otherwise. */
  public void resume() {
    change(PAUSED);
  }

  /** Closes this for good. Does not wait for what is called at the moment. Idempotent. */
  @Override
  public void close() {
    end(CLOSED);
  }

  /** {@return whether this is closed} */
  public boolean isClosed() {
    return word == CLOSED;
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
    Throwable why = null;
    synchronized (this) {
      try {
        if (word == from) {
          begin();
        }
      } catch (Throwable failure) {
        why = closesFor(failure);
      }
    }
    closeUnwatched(why);
  }

  /**
   * Closes this, as the timer is full, or its clock throws. Under the monitor, in which that came,
   * so that nobody has started it again. {@return the reason; null if another call has closed it}
   */
  private @Nullable Throwable closesFor(Throwable failure) {
    boolean mine = word != CLOSED;
    word = CLOSED;
    return mine ? failure : null;
  }

  /** Tells the owner why this thread has closed this, if it has. */
  private void closeUnwatched(@Nullable Throwable why) {
    if (why != null) {
      try {
        end(CLOSED);
      } finally {
        unwatched(Limits.rejection(why));
      }
    }
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
  abstract long endState(long touched, long now);

  /** Called after {@link #endState}, once the monitor is released; others may have come since. */
  abstract void over(boolean ended) throws Exception;

  /** Called once, with no monitor held, when this was closed because of the timer. */
  abstract void unwatched(RejectedExecutionException why);

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
      Throwable why = null;
      synchronized (IdleWatch.this) {
        if (timeout != armed) {
          return; // disarmed after it expired
        }
        armed = null;
        try {
          for (long last; (last = word) >= 0 && !over; ) {
            long now = clock.nanoTime();
            long since = since(last);
            if (now - since < limitNanos) {
              arm(since, now);
              break;
            }
            end = endState(last, now);
            over = end == 0 || WORD.compareAndSet(IdleWatch.this, last, end);
          }
        } catch (Throwable failure) {
          why = closesFor(failure);
        }
      }
      closeUnwatched(why);
      if (over) {
        over(end != 0);
      }
    }

    /** Called by {@link #end}, which has set {@link #word}, or by the stop of the timer. */
    @Override
    public void cancelled(Timeout timeout) {
      synchronized (IdleWatch.this) {
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
