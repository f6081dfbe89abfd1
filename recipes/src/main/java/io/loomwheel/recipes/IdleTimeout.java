package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.NanoClock;
import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Says that something has been quiet for too long.
 *
 * <pre>{@code IdleTimeout idle = IdleTimeout.start(timer, Duration.ofSeconds(30), it -> close());
 * ... idle.touch(); // at each sign of life}</pre>
 *
 * <p>The listener is told once for each quiet time: within a tick of the timer after the limit has
 * passed since the last {@link #touch}, and never earlier. A touch after that begins a new one.
 *
 * <p>Thread-safe. A touch costs a clock read and a compare-and-set. That decides the race with the
 * listener: a touch that returns true was in time. The timeout in the wheel is not moved for it,
 * but put off in place whenever it lags behind by an eighth of the limit, so that the wheel is
 * touched eight times in a limit at most; when it comes due too early it is armed again for the
 * rest. All else takes the monitor of this object, in which no user code is called.
 *
 * <p>When the timer is stopped, or at its limit when a timeout is to be armed again, the listener
 * is told by {@link Listener#unwatched}, and this is closed.
 */
public sealed class IdleTimeout implements AutoCloseable permits HeartbeatTask.Beats {
  /** Told of the quiet, on a thread of the timer's executor, never with a lock held. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Called when the limit has passed since the last touch.
     *
     * @param idle which may be touched, paused or closed here
     * @throws Exception goes to the timer's failure handler, as any other throwable does
     */
    void idle(IdleTimeout idle) throws Exception;

    /**
     * Called once if the timer was stopped or takes no more, on the thread that finds out: nobody
     * watches any more. Unless overridden it logs a warning, one a second at most.
     *
     * @param why what the timer said
     */
    default void unwatched(RejectedExecutionException why) {
      RateLimitedLog.unwatched(this, why);
    }
  }

  /** The listener was told; a touch begins anew. */
  private static final long IDLE = -1;

  private static final long PAUSED = -2;
  private static final long CLOSED = -3;
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(IdleTimeout.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final NanoClock clock;
  final long limitNanos;
  private final WheelTimer timer;
  private final Listener listener;
  private final TimerTask task = new Due();

  /**
   * When it was last touched, or one of the negative states. Raised by any thread; taken to a
   * state, and back from one, under the monitor; compare-and-set, so that a touch is either seen by
   * whoever ends the quiet time or knows that it came too late.
   */
  private volatile long word;

  /** What lies in the wheel, null if nothing does. Written under the monitor, read by touches. */
  private volatile @Nullable Timeout armed;

  /** The touch up to which the timeout was put off. A hint: written by touches, plain and racy. */
  private long putOffTo;

  IdleTimeout(WheelTimer timer, long limitNanos, Listener listener) {
    this.timer = Objects.requireNonNull(timer, "timer");
    this.listener = Objects.requireNonNull(listener, "listener");
    this.limitNanos = limitNanos;
    this.clock = timer.clock();
    this.word = PAUSED;
  }

  /**
   * Begins to watch, as if touched now.
   *
   * @param timer whose tick is how late the listener may be told
   * @param limit the quiet time; one that overflows never ends
   * @param listener told when it is over
   * @return a new idle timeout
   * @throws IllegalArgumentException if the limit isn't positive
   * @throws RejectedExecutionException if the timer is stopped or at its limit
   */
  public static IdleTimeout start(WheelTimer timer, Duration limit, Listener listener) {
    IdleTimeout idle = new IdleTimeout(timer, Limits.positiveNanos("limit", limit), listener);
    idle.begin();
    return idle;
  }

  /** As {@link #resume}, for one that nobody else knows. */
  final synchronized void begin() {
    long now = clock.nanoTime();
    begun(now);
    arm(now, limitNanos);
    word = now;
  }

  /**
   * Says that there was a sign of life: the quiet time begins anew.
   *
   * @return true if this was in time, and the listener will not be told until the limit has passed
   *     from now on; false if it was told before, or this is paused or closed
   */
  public final boolean touch() {
    long now = clock.nanoTime();
    long last;
    while ((last = word) >= 0) {
      if (now <= last || WORD.weakCompareAndSet(this, last, now)) {
        putOff(since(now), now);
        return true;
      }
    }
    if (last == IDLE) {
      change(IDLE);
    }
    return false;
  }

  /** Says that something changed which {@link #since} depends on, beside the last touch. */
  final void wrote(long now) {
    long last = word;
    if (last >= 0) {
      putOff(since(last), now);
    }
  }

  /** Moves the timeout in the wheel if it has come to lie too early by an eighth of the limit. */
  private void putOff(long since, long now) {
    if (since - putOffTo > limitNanos >> 3) {
      putOffTo = since;
      Timeout timeout = armed;
      if (timeout != null) {
        timeout.reschedule(limitNanos - (now - since), NANOSECONDS);
      }
    }
  }

  /** Stops watching until {@link #resume}. Touches don't count meanwhile. */
  public final void pause() {
    end(PAUSED);
  }

  /** Watches again after a pause, as if touched now. Does nothing unless paused. */
  public final void resume() {
    change(PAUSED);
  }

  /** Ends this. A listener that is being told is not waited for. Idempotent. */
  @Override
  public final void close() {
    end(CLOSED);
  }

  private synchronized void end(long state) {
    long last;
    while ((last = word) != CLOSED && !WORD.weakCompareAndSet(this, last, state)) {
      // a touch came in between
    }
    Timeout timeout = armed;
    armed = null;
    if (timeout != null) {
      timeout.cancel();
    }
  }

  /** Begins to watch, if the state is still the one that the caller saw. */
  private void change(long from) {
    RejectedExecutionException refused = null;
    synchronized (this) {
      if (word == from) {
        try {
          begin();
        } catch (RejectedExecutionException e) {
          word = CLOSED;
          refused = e;
        }
      }
    }
    if (refused != null) {
      listener.unwatched(refused);
    }
  }

  /** {@return whether the quiet time is over, and the listener was told or is about to be} */
  public final boolean isIdle() {
    return word == IDLE;
  }

  /** {@return whether this is closed} */
  public final boolean isClosed() {
    return word == CLOSED;
  }

  /** Under the monitor. */
  private void arm(long since, long delayNanos) {
    putOffTo = since;
    armed = timer.newTimeout(task, delayNanos, NANOSECONDS);
  }

  /** Takes note that watching begins. Under the monitor. */
  void begun(long now) {}

  /** {@return what the quiet time is measured from, if the last touch was at that time} */
  long since(long touched) {
    return touched;
  }

  /**
   * Decides what becomes of a quiet time that is over. Under the monitor.
   *
   * @return whether watching ends, unless a touch comes in between; otherwise it goes on
   */
  boolean isOver(long touched, long now) {
    return true;
  }

  /** Called once the monitor is released, after {@link #isOver}. */
  void over(boolean ended) throws Exception {
    listener.idle(this);
  }

  /** Looks whether the quiet time is over, when it was at the time of arming. */
  private final class Due implements TimerTask {
    @Override
    public void run(Timeout timeout) throws Exception {
      boolean over = false;
      boolean ended = false;
      RejectedExecutionException refused = null;
      synchronized (IdleTimeout.this) {
        if (timeout != armed) {
          return; // disarmed after it had fired
        }
        armed = null;
        try {
          for (long last; (last = word) >= 0 && !over; ) {
            long now = clock.nanoTime();
            long since = since(last);
            if (now - since < limitNanos) {
              arm(since, limitNanos - (now - since));
              break;
            }
            ended = isOver(last, now);
            over = !ended || WORD.weakCompareAndSet(IdleTimeout.this, last, IDLE);
            if (!ended) {
              arm(now, limitNanos);
            }
          }
        } catch (RejectedExecutionException e) {
          word = CLOSED;
          refused = e;
        }
      }
      if (refused != null) {
        listener.unwatched(refused);
      } else if (over) {
        over(ended);
      }
    }

    /** By this object, which has forgotten it before; or by the stop of the timer. */
    @Override
    public void cancelled(Timeout timeout) {
      synchronized (IdleTimeout.this) {
        if (timeout != armed) {
          return;
        }
        armed = null;
        word = CLOSED;
      }
      listener.unwatched(new RejectedExecutionException(timer + " was stopped"));
    }
  }
}
