package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One subscription of an idle timeout, with its upstream: the source first, the fallback later.
 *
 * <p>The timeout and an element never overlap: the {@link IdleTimer} lets the time run out only
 * between two elements, and later signals of the source are dropped. All requests are counted:
 * those from before the source came are passed to it then, and the fallback gets those that the
 * source has not met.
 *
 * <pre>
 *   null             --begin-->     the source's    the thread that the source calls
 *   null, source's   --open-->      BETWEEN         the subscriber, before it was told anything
 *   null, source's   --timedOut-->  BETWEEN         the timer; for ever if there is no fallback
 *   BETWEEN          --replace-->   the fallback's  the thread that the fallback calls
 *   any              --cancel-->    ENDED           any thread
 * </pre>
 *
 * <p>Thread-safe by its monitor, which is never held during a call to other code. An element only
 * reads whether the stream has ended.
 *
 * @param <S> what cancels the upstream, and takes requests if there are any
 */
public abstract class IdleStream<S> {
  private enum Stage {
    BETWEEN,
    ENDED
  }

  private final IdleTimer timer;

  /** As above. Written under the monitor. */
  private volatile @Nullable Object upstream;

  /** The sum of all requests. Guarded by this. */
  private long requested;

  /** The number of elements passed on. Written by the source, read when the time is up. */
  private long produced;

  @SuppressWarnings("this-escape") // called once the timer is armed
  protected IdleStream(
      WheelTimer timer, long firstNanos, long idleNanos, UnaryOperator<Runnable> hook) {
    this.timer = new IdleTimer(timer, firstNanos, idleNanos, hook.apply(this::timedOut));
  }

  protected abstract void request(S from, long n);

  /** Cancels the source or the fallback, and handles what that throws. */
  protected abstract void cancel(S last);

  /** {@return the exception of a timeout} If it can't be made, what is thrown takes its place. */
  protected abstract Throwable exceeded(boolean firstIsMissing);

  /** Lets downstream know of the subscription. */
  protected abstract void subscribed();

  /** Tells downstream that the time was up, or of a rejection. The source is cancelled. */
  protected abstract void fail(Throwable cause);

  /** Subscribes to the fallback. {@return false if there is none} The source is cancelled. */
  protected abstract boolean fallBack();

  /** Reports an exception of the two above. */
  protected abstract void report(Throwable thrown);

  /**
   * Arms the timer, lets downstream know of the subscription, and starts the time for the first
   * element. If it can't be armed, lets downstream know of that afterwards, unless it has
   * cancelled; the source is cancelled before, so no request reaches it. {@return whether the timer
   * was armed}
   */
  protected final boolean open(boolean isRefused) {
    try {
      Throwable why = arm(isRefused);
      if (why == null) {
        subscribed();
        timer.begin();
        return true;
      }
      moves(Stage.BETWEEN);
      subscribed();
      if (moves(Stage.ENDED)) {
        fail(why);
      }
      return false;
    } catch (Throwable thrown) {
      cancel(); // otherwise the timer is armed again and again for an ended stream
      throw thrown;
    }
  }

  /** {@return null if the timer was armed, or why it was not} */
  private @Nullable Throwable arm(boolean isRefused) {
    try {
      return !isRefused && timer.arm()
          ? null
          : new RejectedExecutionException("the scheduler was shut down, or its timer");
    } catch (VirtualMachineError noMemory) {
      throw noMemory; // to the subscriber, as both libraries do
    } catch (Throwable refused) {
      return refused;
    }
  }

  /**
   * Takes the source, which gets the requests so far. {@return false if there is or was one
   * already, or the stream has ended}
   */
  protected final boolean begin(S source) {
    return takes(null, source);
  }

  /** {@return whether an upstream takes the given place} It gets the requests that were not met. */
  private boolean takes(@Nullable Stage place, S next) {
    long left;
    synchronized (this) {
      if (upstream != place) {
        return false;
      }
      upstream = next;
      left = requested == Long.MAX_VALUE ? requested : requested - produced;
    }
    if (left > 0) {
      request(next, left);
    }
    return true;
  }

  /** {@return whether to pass an element on} If so, {@link #leave} follows. */
  protected final boolean enter() {
    return upstream != Stage.ENDED && timer.enter();
  }

  /** Starts the time for the next element; {@code taken} if downstream has taken this one. */
  protected final void leave(boolean taken) {
    produced += taken ? 1 : 0;
    timer.leave();
  }

  /** {@return whether the source may end the stream: it is in time} */
  protected final boolean finish() {
    return upstream != Stage.ENDED && timer.finish();
  }

  private void timedOut() {
    try {
      if (moves(Stage.BETWEEN) && !fallBack()) {
        fail(exceeded());
      }
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  private Throwable exceeded() {
    try {
      return exceeded(!timer.hasFirst);
    } catch (Throwable failure) {
      return failure;
    }
  }

  /** Takes the fallback, or cancels it if downstream has cancelled. */
  protected final void replace(S fallback) {
    if (!takes(Stage.BETWEEN, fallback)) {
      cancel(fallback);
    }
  }

  /** Passes a request on, or keeps it until there is an upstream. At least one. */
  public void request(long n) {
    S from;
    synchronized (this) {
      long sum = requested + n;
      requested = sum < 0 ? Long.MAX_VALUE : sum;
      from = upstream();
    }
    if (from != null) {
      request(from, n);
    }
  }

  /** Ends the stream, as downstream wants no more. Idempotent. */
  public final void cancel() {
    moves(Stage.ENDED);
  }

  /** {@return whether the stream had not ended} Cancels the upstream; at the end the timer, too. */
  private boolean moves(Stage to) {
    S last;
    synchronized (this) {
      if (isEnded()) {
        return false;
      }
      last = upstream();
      upstream = to;
    }
    if (last != null) {
      cancel(last);
    }
    if (to == Stage.ENDED) {
      timer.stop();
    }
    return true;
  }

  /** {@return whether downstream has cancelled} */
  protected final boolean isEnded() {
    return upstream == Stage.ENDED;
  }

  /** {@return whether the source has ended or the time is up} */
  protected final boolean isDone() {
    return timer.isDone();
  }

  @SuppressWarnings("unchecked") // written here only
  protected final @Nullable S upstream() {
    Object now = upstream;
    return now instanceof Stage ? null : (S) now;
  }
}
