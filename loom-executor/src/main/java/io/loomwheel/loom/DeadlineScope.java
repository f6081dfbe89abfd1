package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.ScopedThread.ScopeExpiry;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/**
 * A deadline for a block of code, on the thread that runs it: the thread is interrupted when the
 * time is up and the block has not ended.
 *
 * <pre>{@code
 * try (DeadlineScope deadline = DeadlineScope.within(Duration.ofMillis(5))) {
 *   try {
 *     return answers.take();
 *   } catch (InterruptedException e) {
 *     if (deadline.isExpired()) {
 *       return "too late";
 *     }
 *     throw e; // somebody else wants this thread to end
 *   }
 * }
 * }</pre>
 *
 * <p>The thread may be virtual or not. {@link #isExpired} says whether the time was up, so that the
 * block can tell its own deadline from an interrupt by others.
 *
 * <p><b>Interrupts.</b> The scope interrupts once, never early, and not after {@link #close}. An
 * interrupt that it has sent and that nobody has taken is cleared by {@code close}. An interrupt by
 * others is left alone if it came before the time was up: while it is pending the scope sends none,
 * and checks again every 10 ms of its timer's clock. It is left alone too if it comes after the
 * scope's own was taken and the block has then asked {@code isExpired}, or opened or closed another
 * scope. One that comes between the scope's own and that can't be distinguished from it, and {@code
 * close} clears both.
 *
 * <p><b>Nesting.</b> A scope inside another one on the same thread keeps the earlier of both
 * deadlines, each measured by its own timer. If the outer one is up too when the inner one is
 * closed, the thread is left interrupted for the code around, whatever code inside has taken or
 * asked, unless the code around had taken that interrupt before it opened the inner one. A scope
 * opened after the time of the outer one is up is up at once. Closing a scope closes those that
 * were opened inside it and are still open.
 *
 * <p>If the timer is stopped, it can't measure the deadline any more: the thread is interrupted as
 * if the time were up, and {@code isExpired} remains false.
 *
 * <p>A scope belongs to the thread that opened it, and must be closed by it; any thread may ask.
 * Opening costs three objects, a thread local and what arming a timeout costs. The interrupt comes
 * from a thread of its own, even while virtual threads hold all carriers. Only the timer's own
 * thread, which runs tasks on {@code Runnable::run}, can't be interrupted by it.
 */
public final class DeadlineScope implements AutoCloseable {
  /** The open scopes of a thread, removed with the last one. */
  private static final ThreadLocal<ScopedThread> CURRENT =
      ThreadLocal.withInitial(ScopedThread::new);

  private final ScopeExpiry expiry;

  private DeadlineScope(ScopeExpiry expiry) {
    this.expiry = expiry;
  }

  /**
   * {@return a new scope on {@link WheelTimer#shared()}, which the calling thread is to close}
   *
   * @param time from now; with zero or less the thread is interrupted at once, a time that
   *     overflows never ends
   * @throws RejectedExecutionException if {@code shutdownShared} ends that timer at this moment
   */
  public static DeadlineScope within(Duration time) {
    return within(WheelTimer.shared(), time);
  }

  /**
   * {@return as {@link #within(Duration)}, on a timer of the caller's}
   *
   * @param timer measures the time
   * @param time from now, as there
   * @throws RejectedExecutionException if the timer was stopped, or its limit is reached
   */
  public static DeadlineScope within(WheelTimer timer, Duration time) {
    Objects.requireNonNull(timer, "timer");
    long nanos = Timeouts.nanos(time, "time");
    long now = engineOf(timer).time.now();
    ScopedThread current = CURRENT.get();
    ScopeExpiry outer = current.innermost;
    long end = TaskOwner.after(now, Math.max(0, nanos));
    ScopeExpiry expiry = new ScopeExpiry(timer, end, current, outer);
    DeadlineScope scope = new DeadlineScope(expiry);
    try {
      long delay = current.enter(expiry) ? 0 : nanos;
      Timeouts.arm(timer, expiry, delay, "stopped, so no deadline can be set: ");
    } catch (Throwable refused) {
      try {
        expiry.claimCancel(); // not by the engine, which has released its permit
        current.leave(expiry);
      } finally {
        current.innermost = outer; // even if no stack was left for that
        forgetIfOver();
      }
      throw refused;
    }
    return scope;
  }

  /** {@return the time until the deadline, or that of an earlier scope around; never below 0} */
  public Duration remaining() {
    return Duration.ofNanos(expiry.remainingNanos());
  }

  /**
   * {@return whether the time was up before the scope was closed} Then its thread was interrupted,
   * or will be while the scope is open. Inside another scope: also whether that one's time is up.
   * If the scope's own thread asks, and has taken the interrupt, later ones are those of others; an
   * interrupt that is being sent is waited for.
   */
  public boolean isExpired() {
    expiry.open.hear();
    return expiry.isUp();
  }

  /**
   * Ends the scope: its thread is not interrupted any more, and an interrupt that the scope has
   * sent is cleared. Closing again does nothing.
   *
   * @throws IllegalStateException if another thread than the one that opened the scope calls this
   */
  @Override
  public void close() {
    Thread caller = Thread.currentThread();
    ScopedThread open = expiry.open;
    if (caller != open.thread) {
      throw new IllegalStateException(
          "a scope must be closed by its thread " + open.thread + ", not by " + caller);
    }
    ScopeExpiry found = open.innermost;
    while (found != null && found != expiry) {
      found = found.outer;
    }
    for (ScopeExpiry inner; found != null && (inner = open.innermost) != expiry.outer; ) {
      open.leave(Objects.requireNonNull(inner)); // if that finds no stack, it can be closed again
    }
    forgetIfOver();
  }

  private static void forgetIfOver() {
    if (CURRENT.get().innermost == null) {
      CURRENT.remove();
    }
  }

  @Override
  public String toString() {
    String state = expiry.isUp() ? "expired" : "remaining: " + remaining();
    return "DeadlineScope[" + state + ", " + expiry.open.thread + "]";
  }
}
