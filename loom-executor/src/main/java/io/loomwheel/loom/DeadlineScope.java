package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
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
 * and checks again every 10 ms. It is left alone too if it comes after the scope's own was taken
 * and the block has then asked {@code isExpired}. One that comes between the scope's own and that
 * question can't be distinguished from it, and {@code close} clears both.
 *
 * <p><b>Nesting.</b> A scope inside another one on the same thread keeps the earlier of both
 * deadlines. If the outer one is up too when the inner one is closed, the thread is left
 * interrupted for the code around, whatever code inside has taken. A scope opened after the time of
 * the outer one is up is up at once. Closing a scope closes those that were opened inside it and
 * are still open.
 *
 * <p>If the timer is stopped, it can't measure the deadline any more: the thread is interrupted,
 * and {@code isExpired} remains false.
 *
 * <p>A scope belongs to the thread that opened it, and must be closed by it; any thread may ask.
 * Opening costs three objects, a thread local and what arming a timeout costs; nothing is armed
 * inside an earlier deadline. The interrupt comes from a thread of its own, even while virtual
 * threads hold all carriers. Only the timer's own thread, which runs tasks on {@code
 * Runnable::run}, can't be interrupted by it.
 */
public final class DeadlineScope implements AutoCloseable {
  /** The one scope of a thread that was opened last, in a cell that one store changes. */
  private static final ThreadLocal<@Nullable DeadlineScope[]> INNERMOST =
      ThreadLocal.withInitial(() -> new DeadlineScope[1]);

  /** The scope around this one, on the same thread, when this one was opened. */
  private final @Nullable DeadlineScope outer;

  private final ScopeExpiry expiry;

  private DeadlineScope(@Nullable DeadlineScope outer, ScopeExpiry expiry) {
    this.outer = outer;
    this.expiry = expiry;
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
    @Nullable DeadlineScope[] innermost = INNERMOST.get();
    DeadlineScope outer = innermost[0];
    long left = outer == null ? Long.MAX_VALUE : outer.expiry.remainingNanos();
    long delay = Math.min(nanos, left);
    boolean isArmed = nanos < left || outer == null || !outer.isOpen();
    ScopeExpiry expiry = new ScopeExpiry(timer, Thread.currentThread(), delay, isArmed);
    DeadlineScope scope = new DeadlineScope(outer, expiry);
    if (isArmed) {
      try {
        Timeouts.arm(timer, expiry, delay, "stopped, so no deadline can be set: ");
      } catch (Throwable refused) {
        expiry.end(outer);
        throw refused;
      }
    }
    innermost[0] = scope; // no call behind the arming: nobody could close the scope if it threw
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
    expiry.ask();
    return isUp();
  }

  private boolean isUp() {
    return expiry.isUp() || (expiry.isOpen() && outer != null && outer.isUp());
  }

  /** {@return whether neither this is up, nor one around} Asks, as the block of this scope. */
  private boolean isOpen() {
    expiry.ask();
    return expiry.isOpen() && (outer == null || outer.isOpen());
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
    if (caller != expiry.thread) {
      throw new IllegalStateException(
          "a scope must be closed by its thread " + expiry.thread + ", not by " + caller);
    }
    @Nullable DeadlineScope[] innermost = INNERMOST.get();
    DeadlineScope found = innermost[0];
    while (found != null && found != this) {
      found = found.outer;
    }
    for (DeadlineScope inner; found != null && (inner = innermost[0]) != outer; ) {
      inner.expiry.end(inner.outer); // if that finds no stack, it can be closed again
      innermost[0] = inner.outer;
    }
    if (innermost[0] == null) {
      INNERMOST.remove();
    }
  }

  @Override
  public String toString() {
    String state = isExpired() ? "expired" : "remaining: " + remaining();
    return "DeadlineScope[" + state + ", " + expiry.thread + "]";
  }

  /**
   * The node of a {@link DeadlineScope}: interrupts the thread, unless the thread ends it first.
   *
   * <pre>
   *   OPEN     --run-->    DUE       the driver, or the thread itself if there is no delay
   *   DUE      --send-->   SENDING   a thread that interrupts, if no other interrupt is pending
   *   SENDING  --send-->   SENT      that thread, or another one if the interrupt threw
   *   OPEN     --end-->    IN_TIME   the scope's thread; LATE if a scope around is up
   *   DUE      --end-->    LATE      the scope's thread: no interrupt comes any more
   *   SENDING, SENT --end-> LATE     the scope's thread, which clears the flag
   *   SENT     --ask-->    LATE      the scope's thread, if the flag is clear: it was taken
   * </pre>
   *
   * Thread-safe by its monitor, held for a few stores and the interrupt. So the scope's thread
   * waits for an interrupt that has begun, and none comes after the scope. The driver doesn't enter
   * it: it makes its step by compare-and-set, and one that meets the end counts for nothing. {@link
   * #end} is for that thread alone.
   */
  private static final class ScopeExpiry extends DriverNode {
    private enum ScopeState {
      OPEN,
      DUE,
      SENDING,
      SENT,
      IN_TIME,
      LATE
    }

    /** How long to wait before the next check, while an interrupt by others is pending. */
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final AtomicReferenceFieldUpdater<ScopeExpiry, ScopeState> STATE =
        AtomicReferenceFieldUpdater.newUpdater(ScopeExpiry.class, ScopeState.class, "state");

    private final WheelTimer timer;
    private final Thread thread;
    private final long endNanos;

    /** Not inside an earlier deadline. */
    private final boolean isArmed;

    /** As in the table above. Written under the monitor, but for the first step of the driver. */
    private volatile ScopeState state = ScopeState.OPEN;

    /** Whether the timer was stopped first. Written before the step to DUE. */
    private boolean stopped;

    ScopeExpiry(WheelTimer timer, Thread thread, long delayNanos, boolean isArmed) {
      this.timer = timer;
      this.thread = thread;
      this.isArmed = isArmed;
      this.endNanos = TaskOwner.after(engineOf(timer).now(), Math.max(0, delayNanos));
    }

    long remainingNanos() {
      return endNanos == NEVER_NANOS
          ? Long.MAX_VALUE
          : Math.max(0, endNanos - engineOf(timer).now());
    }

    boolean isOpen() {
      return state == ScopeState.OPEN;
    }

    boolean isUp() {
      ScopeState now = state;
      return now != ScopeState.OPEN && now != ScopeState.IN_TIME && !stopped;
    }

    /** Makes an interrupt from now on one by others, if the scope's thread has taken its own. */
    void ask() {
      if (thread == Thread.currentThread()) {
        synchronized (this) {
          if (state == ScopeState.SENT && !thread.isInterrupted()) {
            state = ScopeState.LATE;
          }
        }
      }
    }

    @Override
    public void run() {
      STATE.compareAndSet(this, ScopeState.OPEN, ScopeState.DUE);
      if (isUnsent()) {
        Interrupter.offDriver(engineOf(timer), this::check);
      }
    }

    private boolean isUnsent() {
      ScopeState now = state;
      return now == ScopeState.DUE || now == ScopeState.SENDING;
    }

    /** Interrupts the thread, or checks again later if it has not taken one by others yet. */
    private void check() {
      boolean waits = state == ScopeState.DUE && thread.isInterrupted() && !stopped;
      try {
        waits = waits && engineOf(timer).rearm(this, engineOf(timer).now() + CHECK_NANOS);
      } catch (Throwable failure) {
        waits = false; // without a later check, one interrupt stands for both
      }
      if (!waits) {
        send();
      }
    }

    private synchronized void send() {
      if (isUnsent()) {
        state = ScopeState.SENDING; // before the interrupt, which may run user code, and throw
        thread.interrupt();
        state = ScopeState.SENT;
      }
    }

    /** Interrupts the thread because the timer can't measure the time any more. */
    @Override
    public synchronized void onStopped() {
      if (isOpen()) {
        stopped = true;
        state = ScopeState.DUE;
      }
      send();
    }

    /**
     * Clears an interrupt that this has sent. Of a scope around that is up too, it was taken with
     * this one, or by code inside, and is sent again. Each step is made once more if an earlier
     * call has found no stack for the next.
     */
    void end(@Nullable DeadlineScope outer) {
      boolean sent;
      synchronized (this) {
        sent = state == ScopeState.SENT || state == ScopeState.SENDING;
        if (isOpen() && (outer == null || !outer.isUp())) {
          state = ScopeState.IN_TIME;
        } else if (!sent && state != ScopeState.IN_TIME) {
          state = ScopeState.LATE;
        }
        if (isArmed) {
          engineOf(timer).discard(this);
        }
      }
      boolean again = false;
      for (DeadlineScope around = outer; isUp() && around != null; around = around.outer) {
        again |= around.expiry.isSent();
      }
      if (again) {
        thread.interrupt();
      } else if (sent) {
        Thread.interrupted();
      }
      state = sent ? ScopeState.LATE : state;
    }

    /** {@return whether its interrupt may have been cleared} The calling thread sends a due one. */
    private synchronized boolean isSent() {
      state = isUnsent() ? ScopeState.SENT : state;
      return state == ScopeState.SENT;
    }
  }
}
