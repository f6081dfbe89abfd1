package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A thread with its open scopes, the innermost first, and whose an interrupt is that the thread has
 * not taken.
 *
 * <p>What has become of the time of a scope:
 *
 * <pre>
 *   OPEN --run-->     DUE      the driver, or the thread itself if there is no delay
 *   DUE  --collect--> UP       whoever enters the monitor next; OPEN ones inside it get UP too
 *   OPEN --stop-->    STOPPED  the thread that stops the timer
 *   OPEN --leave-->   IN_TIME  the scope's thread
 * </pre>
 *
 * As a scope gets UP or STOPPED, it and those inside it are owed an interrupt each, also if one was
 * sent before for an earlier end. The code that runs is that of the innermost scope. It alone is
 * interrupted, and only while the flag is clear; a flag that is set is the scopes' if one was SENT,
 * else it is another's, and left alone:
 *
 * <pre>
 *   QUIET --send-->    SENT    if the innermost scope is owed one and the flag is clear; if it is
 *                              set, this checks again every 10 ms
 *   SENT  --collect--> QUIET   if the flag is clear and one more scope is up
 *   SENT  --hear-->    QUIET   if the flag is clear: the innermost scope's code has taken it, and
 *                              is owed none any more
 *   SENT  --leave-->   QUIET   clears the flag, if the scope around is owed none
 * </pre>
 *
 * <p>Thread-safe by its monitor, held for a few stores, the interrupt, and the arming of a check.
 * So the thread waits for an interrupt that has begun, and none comes after the last scope. The
 * driver doesn't enter it: it makes its step by compare-and-set. {@link #enter} and {@link #leave}
 * are for the thread itself.
 */
final class ScopedThread {
  private enum Time {
    OPEN,
    DUE,
    UP,
    STOPPED,
    IN_TIME
  }

  /** How long to wait before the next check, while an interrupt by others is pending. */
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  final Thread thread = Thread.currentThread();

  /** The scope that was opened last; null behind the last one. The thread reads it at any time. */
  @Nullable ScopeExpiry innermost;

  /** Whether the state is SENT. */
  private boolean sent;

  /** The next check; null if none is armed. */
  private @Nullable Check check;

  /** Makes a new scope the innermost one. {@return whether one around is up, so this one is} */
  synchronized boolean enter(ScopeExpiry scope) {
    hear();
    collect();
    scope.owed = innermost != null && innermost.owed;
    innermost = scope;
    return scope.isUp();
  }

  /**
   * Ends the innermost scope, and leaves the thread interrupted for the code around if that is owed
   * an interrupt. If it throws, the scope is still open, and this can be called again.
   */
  synchronized void leave(ScopeExpiry scope) {
    hear();
    collect();
    ScopeExpiry around = scope.outer;
    ScopeExpiry.TIME.compareAndSet(scope, Time.OPEN, Time.IN_TIME); // or due, which is too late
    engineOf(scope.timer).discard(scope);
    if (check != null) { // the next one is on a timer of the scopes around
      engineOf(check.timer).discard(check);
      check = null;
    }
    if (around != null && around.owed) {
      send(around);
    } else if (sent) {
      Thread.interrupted();
      sent = false;
    }
    innermost = around;
  }

  /** Finds out whether the thread has taken what was sent, if the thread itself calls this. */
  void hear() {
    if (thread == Thread.currentThread()) {
      synchronized (this) {
        if (sent && !thread.isInterrupted()) {
          sent = false;
          if (innermost != null) {
            innermost.owed = false;
          }
        }
      }
    }
  }

  private synchronized void stop(ScopeExpiry scope) {
    collect();
    if (ScopeExpiry.TIME.compareAndSet(scope, Time.OPEN, Time.STOPPED)) {
      owe(scope);
    }
    look();
  }

  /** Looks whether an interrupt is owed. */
  private synchronized void look() {
    collect();
    send(innermost);
  }

  private synchronized void look(Check turn) {
    if (check == turn) {
      check = null;
    }
    look();
  }

  private void collect() {
    for (ScopeExpiry scope = innermost; scope != null; scope = scope.outer) {
      if (scope.time == Time.DUE) {
        scope.time = Time.UP;
        owe(scope);
      }
    }
  }

  private void owe(ScopeExpiry over) {
    for (ScopeExpiry scope = innermost; scope != null && scope != over.outer; scope = scope.outer) {
      scope.owed = true;
      if (over.time == Time.UP && scope.time != Time.STOPPED) {
        scope.time = Time.UP;
      }
    }
    sent &= thread.isInterrupted();
  }

  private void send(@Nullable ScopeExpiry scope) {
    if (scope == null || !scope.owed || sent) {
      return;
    }
    if (thread.isInterrupted()) {
      checkLater(scope.timer);
      return;
    }
    sent = true; // before the interrupt, which may run user code, and throw
    try {
      thread.interrupt();
    } catch (Throwable failure) {
      sent = thread.isInterrupted();
      throw failure;
    }
  }

  /** Arms a check; in real time, on a thread of the JDK's, if the timer has stopped or fails. */
  private void checkLater(WheelTimer timer) {
    if (check == null) {
      Check next = new Check(timer, this);
      if (!next.arm()) {
        CompletableFuture.delayedExecutor(CHECK_NANOS, TimeUnit.NANOSECONDS, Interrupter.SHARED)
            .execute(next);
      }
      check = next;
    }
  }

  /** The node of a {@link DeadlineScope}. */
  static final class ScopeExpiry extends DriverNode {
    private static final AtomicReferenceFieldUpdater<ScopeExpiry, Time> TIME =
        AtomicReferenceFieldUpdater.newUpdater(ScopeExpiry.class, Time.class, "time");

    final ScopedThread open;

    /** The scope around this one, on the same thread, when this one was opened. */
    final @Nullable ScopeExpiry outer;

    private final WheelTimer timer;
    private final long endNanos;

    /** As in the first table above. Written under the monitor, but for the step of the driver. */
    private volatile Time time = Time.OPEN;

    /** Whether its code has still to be interrupted, or to be found to have been. */
    private boolean owed;

    ScopeExpiry(WheelTimer timer, long endNanos, ScopedThread open, @Nullable ScopeExpiry outer) {
      this.timer = timer;
      this.endNanos = endNanos;
      this.open = open;
      this.outer = outer;
    }

    long remainingNanos() {
      long own =
          endNanos == NEVER_NANOS ? Long.MAX_VALUE : Math.max(0, endNanos - engineOf(timer).now());
      return outer == null ? own : Math.min(own, outer.remainingNanos());
    }

    /** {@return whether the time was up before the scope was closed} Any thread. */
    boolean isUp() {
      return switch (time) {
        case DUE, UP -> true;
        case OPEN -> outer != null && outer.isUp();
        case STOPPED, IN_TIME -> false;
      };
    }

    @Override
    public void run() {
      TIME.compareAndSet(this, Time.OPEN, Time.DUE);
      Interrupter.offDriver(engineOf(timer), open::look);
    }

    /** Interrupts the thread because the timer can't measure the time any more. */
    @Override
    public void onStopped() {
      open.stop(this);
    }
  }

  /** The node that looks again whether an interrupt by others was taken. */
  private static final class Check extends DriverNode {
    private final WheelTimer timer;
    private final ScopedThread open;

    Check(WheelTimer timer, ScopedThread open) {
      this.timer = timer;
      this.open = open;
    }

    /** {@return whether the timer has it; false too if the clock throws} */
    boolean arm() {
      try {
        Engine engine = engineOf(timer);
        return engine.rearm(this, TaskOwner.after(engine.now(), CHECK_NANOS));
      } catch (Throwable failure) {
        return false;
      }
    }

    @Override
    public void run() {
      Interrupter.offDriver(engineOf(timer), () -> open.look(this));
    }

    @Override
    public void onStopped() {
      run();
    }
  }
}
