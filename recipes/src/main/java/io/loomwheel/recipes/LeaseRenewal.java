package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Renews a lease, such as a distributed lock, until it is cancelled or the lease is lost.
 *
 * <pre>{@code
 * LeaseRenewal renewal = LeaseRenewal.of(timer, Duration.ofSeconds(30), lease);
 * ... // acquire; another thread may cancel meanwhile
 * renewal.start();
 * ... renewal.cancel(); // before the release
 * }</pre>
 *
 * <p>A renewal begins a third of the lease's length after {@link #start}, or after the last
 * successful renewal began. A failed renewal is tried again after a twelfth of the length, while
 * the lease lasts. The lease is lost, and {@link Lease#lost} is called exactly once,
 *
 * <ul>
 *   <li>when it has ended: its length after the last successful renewal began. A renewal that is
 *       running then is too late, whatever it returns;
 *   <li>at once when a renewal returns false, or when the timer is stopped, fails or is at its
 *       limit.
 * </ul>
 *
 * <p>{@link #cancel} is final, also before {@link #start}: after it, no renewal comes due and no
 * loss is reported. Renewals never overlap. A renewal that was due before the cancel is neither
 * waited for nor interrupted. It may reach the server after the release, so it should renew only a
 * lease that is still held.
 *
 * <p>On a timer with slack, renewals are late by that. A loss is noticed within a tick of the end
 * all the same: what waits for it expires after two thirds of what is left, and then is armed
 * again.
 *
 * <p>Thread-safe, by the monitor of this object, in which none of the lease's methods is called. A
 * lease takes one timeout, for the next renewal or, while one runs, for the end. Lock clients call
 * this a watchdog.
 */
@SuppressWarnings("exports") // jspecify's annotations are for its users
public final class LeaseRenewal {
  /** The lease to be renewed. Called on threads of the timer's executor, with no lock held. */
  public interface Lease {
    /**
     * Renews the lease for its full length, counted from the start of this call or later.
     *
     * @return false if the lease is gone and another attempt makes no sense
     * @throws Exception if the renewal failed; it is tried again while the lease lasts
     */
    boolean renew() throws Exception;

    /**
     * Called exactly once if the lease is lost, and never after a cancel that returned true. If the
     * timer was stopped, called on the thread that stopped it.
     *
     * @param cause the last renewal's failure, if it failed; what the timer threw, if it was
     *     stopped, failed or is at its limit; otherwise null
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
  private final long leaseNanos;
  private final Lease lease;
  private final TimerTask step = new LeaseStep();

  // All below under the monitor.

  /** Written by threads that start, cancel, find the lease lost, or stop the timer. */
  private State state = State.NEW;

  /** When the lease ends, by the clock. Set by a start, raised by a successful renewal. */
  private long endsAt;

  /** When a renewal is due, by the clock; never while one runs. */
  private long renewsAt;

  /** Null before the start. While the lease is held, this waits or its expiry is on the way. */
  private @Nullable Timeout armed;

  /** The cause for {@link Lease#lost}, or null. Final once lost: then read without the monitor. */
  private @Nullable Throwable lastFailure;

  private LeaseRenewal(WheelTimer timer, Duration length, Lease lease) {
    this.timer = Objects.requireNonNull(timer, "timer");
    this.leaseNanos = Limits.positiveNanos("length", length);
    this.lease = Objects.requireNonNull(lease, "lease");
  }

  /**
   * {@return a renewal that has not started}
   *
   * @param timer holds the timeout
   * @param length the length of the lease, counted from {@link #start}; subtract the time that
   *     acquiring it may take; one that overflows never ends
   * @param lease the lease to be renewed
   * @throws IllegalArgumentException if the length isn't positive
   */
  public static LeaseRenewal of(WheelTimer timer, Duration length, Lease lease) {
    return new LeaseRenewal(timer, length, lease);
  }

  /**
   * Starts to renew, as if the lease had been renewed now.
   *
   * @return false if this was cancelled before; then nothing will be renewed
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
    state = State.CANCELLED; // unless the timer accepts the timeout
    long now = timer.clock().nanoTime();
    endsAt = after(now, leaseNanos);
    renewsAt = after(now, leaseNanos / RENEWALS_A_LEASE);
    Timeout timeout = timer.newTimeout(step, Math.max(1, renewsAt - now), NANOSECONDS);
    armed = timeout;
    state = State.HELD;
    Limits.expireIfStopped(timer, timeout, now);
    return true;
  }

  /**
   * Ends the renewal for good. Costs a cancellation in the wheel.
   *
   * @return true if the lease was not lost; then no loss will be reported
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

  /** Under the monitor. A timeout that an Error leaves finds no lease held. */
  private void disarm() {
    if (armed != null) {
      armed.cancel();
    }
  }

  private static long after(long time, long nanos) {
    return time + nanos < 0 ? Long.MAX_VALUE : time + nanos;
  }

  /** Records the outcome of a renewal; {@return whether the lease is lost because of it} */
  private synchronized boolean renewed(long began, boolean held, @Nullable Throwable failure) {
    if (state != State.HELD) {
      return false;
    }
    lastFailure = failure;
    long now = timer.clock().nanoTime();
    if (now >= endsAt || (!held && failure == null)) {
      return loses(failure);
    }
    if (failure != null) {
      renewsAt = after(now, leaseNanos / RETRIES_A_LEASE);
    } else {
      endsAt = after(began, leaseNanos);
      renewsAt = after(began, leaseNanos / RENEWALS_A_LEASE);
    }
    return hasEnded();
  }

  /**
   * Arms the timeout for the next renewal or the end, or reschedules it; an expiry that is on the
   * way finds what is due. Does it again if the thread was stopped. Under the monitor. {@return
   * whether the lease is lost because the end has come}
   */
  private boolean hasEnded() {
    long now;
    do {
      now = timer.clock().nanoTime();
      long left = endsAt - now;
      if (left <= 0) {
        return loses(lastFailure);
      }
      // It ends before the lease does, even if slack makes the delay half as long again. Without a
      // delay it might run on this thread.
      long delay = Math.max(1, Math.min(renewsAt - now, left - left / 3));
      if (armed == null) {
        armed = timer.newTimeout(step, delay, NANOSECONDS);
      } else {
        armed.reschedule(delay, NANOSECONDS);
      }
    } while (Limits.wasStopped(timer, now));
    return false;
  }

  /** {@return whether the lease was held until this call} */
  private synchronized boolean loses(@Nullable Throwable cause) {
    if (state != State.HELD) {
      return false;
    }
    lastFailure = cause;
    state = State.LOST;
    try {
      disarm();
    } catch (Throwable leftArmed) {
      // the loss is reported all the same
    }
    return true;
  }

  /** The expiry of the timeout. If it fails, because a clock throws or so, the lease is lost. */
  private final class LeaseStep implements EssentialTask {
    @Override
    public void run(Timeout expired) {
      boolean lost;
      try {
        lost = isLost();
      } catch (Throwable failure) {
        lost = loses(failure);
      }
      if (lost) {
        lease.lost(lastFailure);
      }
    }

    private boolean isLost() {
      long began;
      synchronized (LeaseRenewal.this) {
        if (state != State.HELD) {
          return false; // cancelled or lost after it had fired
        }
        armed = null;
        began = timer.clock().nanoTime();
        boolean isDue = began >= renewsAt;
        if (isDue) {
          renewsAt = Long.MAX_VALUE;
        }
        if (hasEnded() || !isDue) {
          return state == State.LOST;
        }
      }
      boolean held = false;
      Throwable failure = null;
      try {
        held = lease.renew();
      } catch (Throwable t) {
        failure = t;
      }
      return renewed(began, held, failure);
    }

    /** Called by {@link #disarm}, when the state isn't HELD, or by the stop of the timer. */
    @Override
    public void cancelled(Timeout timeout) {
      if (isHeld() && loses(new RejectedExecutionException(timer + " was stopped"))) {
        lease.lost(lastFailure);
      }
    }
  }
}
