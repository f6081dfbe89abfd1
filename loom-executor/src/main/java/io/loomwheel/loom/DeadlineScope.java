package io.loomwheel.loom;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
 * and looks again every 10 ms. It is left alone too if it comes after the scope's own was taken and
 * the block has then asked {@code isExpired}. One that comes between the scope's own and that
 * question can't be told from it, and {@code close} clears both.
 *
 * <p><b>Nesting.</b> A scope inside another one on the same thread keeps the earlier of both
 * deadlines. An interrupt by the outer scope is left for the code around the inner one, or sent
 * again if the inner one has cleared it with its own. A scope opened after the time of the outer
 * one is up is up at once. Closing a scope closes those that were opened inside it and are still
 * open.
 *
 * <p>If the timer is stopped, it can't measure the deadline any more: the thread is interrupted,
 * and {@code isExpired} remains false.
 *
 * <p>A scope belongs to the thread that opened it, and must be closed by it; any thread may ask.
 * Opening costs two objects, a thread local and what arming a timeout costs; nothing is armed
 * inside an earlier deadline. The interrupt comes from a thread of its own, even while virtual
 * threads hold all carriers. Only the timer's own thread, which runs tasks on {@code
 * Runnable::run}, can't be interrupted by it.
 */
public final class DeadlineScope implements AutoCloseable {
  private static final ThreadLocal<DeadlineScope> INNERMOST = new ThreadLocal<>();

  /** The scope around this one, on the same thread, when this one was opened. */
  private final @Nullable DeadlineScope outer;

  /** That of this scope, or of the scope around it that is earlier. */
  private final ScopeExpiry expiry;

  /** Whether the expiry is that of a scope around this one. */
  private final boolean borrowed;

  /** Used by the thread alone. */
  private boolean closed;

  private DeadlineScope(@Nullable DeadlineScope outer, ScopeExpiry expiry) {
    this.outer = outer;
    this.expiry = expiry;
    this.borrowed = outer != null && outer.expiry == expiry;
  }

  /**
   * Opens a scope on {@link WheelTimer#shared()}, for the calling thread.
   *
   * @param time from now; with zero or less the thread is interrupted at once, a time that
   *     overflows never ends
   * @return the scope, to be closed by the same thread
   * @throws RejectedExecutionException if the timer's limit is reached
   */
  public static DeadlineScope within(Duration time) {
    return within(WheelTimer.shared(), time);
  }

  /**
   * Opens a scope on a timer of the caller's, for the calling thread.
   *
   * @param timer measures the time
   * @param time from now; with zero or less the thread is interrupted at once, a time that
   *     overflows never ends
   * @return the scope, to be closed by the same thread
   * @throws RejectedExecutionException if the timer was stopped, or its limit is reached
   */
  public static DeadlineScope within(WheelTimer timer, Duration time) {
    Objects.requireNonNull(timer, "timer");
    long nanos = TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(time, "time"));
    DeadlineScope outer = INNERMOST.get();
    if (outer != null && outer.expiry.remainingNanos() <= nanos) {
      if (outer.expiry.isOpen()) {
        return open(timer, new DeadlineScope(outer, outer.expiry), nanos);
      }
      nanos = outer.expiry.remainingNanos(); // its interrupt may have been taken by now
    }
    ScopeExpiry expiry = new ScopeExpiry(timer, Thread.currentThread(), nanos);
    return open(timer, new DeadlineScope(outer, expiry), nanos);
  }

  private static DeadlineScope open(WheelTimer timer, DeadlineScope scope, long nanos) {
    boolean open = false;
    try {
      if (!scope.borrowed && !scope.expiry.arm(nanos)) {
        throw new RejectedExecutionException("stopped, so no deadline can be set: " + timer);
      }
      INNERMOST.set(scope);
      open = true;
    } finally {
      if (!open) {
        scope.end();
      }
    }
    return scope;
  }

  /**
   * {@return the time until the deadline, or until that of an earlier scope around; never below 0}
   */
  public Duration remaining() {
    return Duration.ofNanos(expiry.remainingNanos());
  }

  /**
   * {@return whether the time was up before the scope was closed} Then its thread was interrupted,
   * or will be while the scope is open. Inside an earlier scope: whether that one's time is up. If
   * the scope's own thread asks, and has taken the interrupt, later ones are those of others; an
   * interrupt that is being sent is waited for.
   */
  public boolean isExpired() {
    return expiry.isExpired();
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
    if (caller != expiry.thread()) {
      throw new IllegalStateException(
          "a scope must be closed by its thread " + expiry.thread() + ", not by " + caller);
    }
    if (closed) {
      return;
    }
    for (DeadlineScope inner = INNERMOST.get(); inner != null && inner != this; ) {
      inner.end();
      inner = inner.outer;
    }
    end();
    if (outer == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(outer);
    }
  }

  private void end() {
    closed = true;
    if (!borrowed && expiry.end()) {
      for (DeadlineScope around = outer; around != null; around = around.outer) {
        around.expiry.interruptAgain(); // its interrupt was one with that of this scope
      }
    }
  }

  @Override
  public String toString() {
    String state = isExpired() ? "expired" : "remaining: " + remaining();
    return "DeadlineScope[" + state + ", " + expiry.thread() + "]";
  }
}
