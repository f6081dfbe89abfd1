package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.NanoClock;
import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a lease, such as a distributed lock, until it is cancelled, or says that it is lost.
 *
 * <pre>{@code
 * LeaseRenewal renewal = LeaseRenewal.of(timer, Duration.ofSeconds(30), lease);
 * ... // acquire; whoever gives up meanwhile may cancel already
 * renewal.start();
 * ... renewal.cancel(); // before the release
 * }</pre>
 *
 * <p>The lease is renewed whenever a third of it has passed since the last renewal that succeeded
 * began, or since {@link #start}. One that fails is tried again after a twelfth, while the lease
 * lasts. It is lost, and {@link Lease#lost} called exactly once,
 *
 * <ul>
 *   <li>when it has ended, a lease after the last renewal that succeeded began, even while one is
 *       under way: that comes too late, whatever it returns;
 *   <li>at once when a renewal says that it is gone, or when the timer is stopped or takes no more.
 * </ul>
 *
 * <p>{@link #cancel} is for good, whenever it comes, before {@link #start} too: after it no renewal
 * comes due and no loss is reported. Renewals never overlap. One that has come due before is
 * neither waited for nor interrupted, so it may reach the server after the lease was released: it
 * should renew only what is still held.
 *
 * <p>Thread-safe, by the monitor of this object, in which no user code is called. A lease takes two
 * timeouts: one for the next renewal, and one for its end, which each renewal puts off in place.
 * Lock clients call this their watch-dog.
 */
@SuppressWarnings("exports") // jspecify's annotations are there for who has them
public final class LeaseRenewal {
  /** What is to be kept. Called on threads of the timer's executor, with no lock held. */
  public interface Lease {
    /**
     * Renews the lease for its full length, as of when this call began or later.
     *
     * @return false if the lease is gone, and it makes no sense to try again
     * @throws Exception if it failed, and is to be tried again while the lease lasts
     */
    boolean renew() throws Exception;

    /**
     * Called exactly once if the lease is lost, and never after a cancel that returned true. If the
     * timer was stopped, on the thread that did it.
     *
     * @param cause the failure of the last renewal, if it failed; why the timer takes no more; or
     *     null if the lease is gone or its time is up without that
     */
    void lost(@Nullable Throwable cause);
  }

  private enum State {
    NEW,
    HELD,
    LOST,
    CANCELLED
  }

  private static final int RENEWALS_A_LEASE = 3;
  private static final int RETRIES_A_LEASE = 12;

  private final WheelTimer timer;
  private final NanoClock clock;
  private final long leaseNanos;
  private final Lease lease;
  private final TimerTask renewal = new Renewal();
  private final TimerTask end = new End();

  // All below under the monitor.

  private State state = State.NEW;
  private long endsAt;
  private @Nullable Timeout nextRenewal;
  private @Nullable Timeout nextEnd;
  private @Nullable Throwable lastFailure;

  private LeaseRenewal(WheelTimer timer, long leaseNanos, Lease lease) {
    this.timer = timer;
    this.clock = timer.clock();
    this.leaseNanos = leaseNanos;
    this.lease = lease;
  }

  /**
   * {@return a renewal that has not started}
   *
   * @param timer that waits for the next one
   * @param length of the lease; the longer it takes to acquire it, the less of that may be counted
   *     on, because it is measured from the start; one that overflows never ends
   * @param lease to be kept
   * @throws IllegalArgumentException if the length isn't positive
   */
  public static LeaseRenewal of(WheelTimer timer, Duration length, Lease lease) {
    return new LeaseRenewal(
        Objects.requireNonNull(timer, "timer"),
        Limits.positiveNanos("length", length),
        Objects.requireNonNull(lease, "lease"));
  }

  /**
   * Begins to renew, as if the lease had been renewed now.
   *
   * @return false if this was cancelled before: nothing will be renewed
   * @throws IllegalStateException if it was started before
   * @throws RejectedExecutionException if the timer is stopped or at its limit; nothing will be
   *     renewed, and no loss reported
   */
  public synchronized boolean start() {
    if (state == State.CANCELLED) {
      return false;
    }
    if (state != State.NEW) {
      throw new IllegalStateException("started before");
    }
    state = State.CANCELLED; // unless the timer takes both
    endsAt = fromNow(leaseNanos);
    nextEnd = timer.newTimeout(end, leaseNanos, NANOSECONDS);
    try {
      nextRenewal = arm(leaseNanos / RENEWALS_A_LEASE);
      state = State.HELD;
    } finally {
      if (state != State.HELD) {
        disarm();
      }
    }
    return true;
  }

  /**
   * Ends the renewal for good. Costs two cancellations in the wheel.
   *
   * @return true if the lease was not lost, and its loss will not be reported
   */
  public synchronized boolean cancel() {
    if (state == State.LOST) {
      return false;
    }
    state = State.CANCELLED;
    disarm();
    return true;
  }

  /** {@return whether the lease is being renewed: started, and neither lost nor cancelled} */
  public synchronized boolean isHeld() {
    return state == State.HELD;
  }

  /** Under the monitor. */
  private void disarm() {
    Timeout first = nextRenewal;
    Timeout second = nextEnd;
    nextRenewal = null;
    nextEnd = null;
    if (first != null) {
      first.cancel();
    }
    if (second != null) {
      second.cancel();
    }
  }

  private long fromNow(long nanos) {
    long at = clock.nanoTime() + nanos;
    return at < 0 ? Long.MAX_VALUE : at;
  }

  /** Not at once, which might be here and now. */
  private Timeout arm(long delayNanos) {
    return timer.newTimeout(renewal, Math.max(1, delayNanos), NANOSECONDS);
  }

  /** Takes note of the loss; the last failure stands from now on. Under the monitor. */
  private void lose() {
    state = State.LOST;
    disarm();
  }

  /**
   * Takes note of what a renewal has come to.
   *
   * @return whether that makes the lease lost
   */
  private synchronized boolean renewed(long began, boolean held, @Nullable Throwable failure) {
    if (state != State.HELD) {
      return false;
    }
    lastFailure = failure;
    long now = clock.nanoTime();
    if (now >= endsAt || (!held && failure == null)) {
      lose();
      return true;
    }
    try {
      if (failure != null) {
        nextRenewal = arm(leaseNanos / RETRIES_A_LEASE);
      } else {
        endsAt = Math.max(endsAt, began + leaseNanos); // the sum may overflow
        nextRenewal = arm(leaseNanos / RENEWALS_A_LEASE - (now - began));
        putOffEnd(now);
      }
      return false;
    } catch (RejectedExecutionException refused) {
      lastFailure = refused;
      lose();
      return true;
    }
  }

  /** One that has come due already finds that it is too early. Under the monitor. */
  private void putOffEnd(long now) {
    Timeout timeout = nextEnd;
    if (timeout != null) {
      timeout.reschedule(endsAt - now, NANOSECONDS);
    }
  }

  private final class Renewal implements TimerTask {
    @Override
    public void run(Timeout timeout) {
      long began;
      synchronized (LeaseRenewal.this) {
        if (timeout != nextRenewal) {
          return; // cancelled or lost after it had fired
        }
        nextRenewal = null;
        began = clock.nanoTime();
        if (began >= endsAt) {
          return; // and the end is due
        }
      }
      boolean held = false;
      Throwable failure = null;
      try {
        held = lease.renew();
      } catch (Throwable t) {
        failure = t;
      }
      if (renewed(began, held, failure)) {
        lease.lost(lastFailure);
      }
    }

    @Override
    public void cancelled(Timeout timeout) {
      stopped();
    }
  }

  private final class End implements TimerTask {
    @Override
    public void run(Timeout timeout) {
      synchronized (LeaseRenewal.this) {
        if (timeout != nextEnd) {
          return; // cancelled or lost after it had fired
        }
        nextEnd = null;
        long left = endsAt - clock.nanoTime();
        if (left > 0) {
          try {
            nextEnd = timer.newTimeout(this, left, NANOSECONDS);
            return;
          } catch (RejectedExecutionException refused) {
            lastFailure = refused;
          }
        }
        lose();
      }
      lease.lost(lastFailure);
    }

    @Override
    public void cancelled(Timeout timeout) {
      stopped();
    }
  }

  /** Called by this object, which has ended before; or by the stop of the timer. */
  private void stopped() {
    synchronized (this) {
      if (state != State.HELD) {
        return;
      }
      lastFailure = new RejectedExecutionException(timer + " was stopped");
      lose();
    }
    lease.lost(lastFailure);
  }
}
