package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread with its open scopes, the innermost first, and whose an interrupt is that the thread has
 * not taken.
 *
 * <p>What has become of the time of a scope:
 *
 * <pre>
 *   OPEN --collect--> UP    whoever enters the monitor next, once the node has fired; OPEN ones
 *                           inside it get UP too
 *   OPEN --stop-->    OVER  the thread that stops the timer
 *   OPEN --leave-->   OVER  the scope's thread, unless the node has fired
 * </pre>
 *
 * As a scope gets UP or is stopped, it and those inside it are owed an interrupt each, also if one
 * was sent before for an earlier end. The code that runs is that of the innermost scope. It alone
 * is interrupted, and only while the flag is clear; a flag that is set is the scopes' if one was
 * SENT, else it is another's, and left alone:
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
 * driver doesn't enter it: that a node has fired says its word. {@link #enter} and {@link #leave}
 * are for the thread itself.
 */
final class ScopedThread {
  private enum Time {
    OPEN,
    UP,
    OVER
  }

  /** How long to wait before the next check, while an interrupt by others is pending. */
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  final Thread thread = Thread.currentThread();

  /** The scope that was opened last; null behind the last one. The thread reads it at any time. */
  @Nullable ScopeExpiry innermost;

  /** Whether the state is SENT. */
  private boolean sent;

  /** Whether a check in real time is to come. */
  private boolean polls;

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
    engineOf(scope.timer).withdraw(scope); // or it has fired, which is too late
    scope.time = scope.isUp() ? Time.UP : Time.OVER;
    ScopeExpiry around = scope.outer;
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
    if (scope.time == Time.OPEN) {
      scope.time = Time.OVER;
      owe(scope);
    }
    send(innermost);
  }

  private synchronized void look() {
    collect();
    send(innermost);
  }

  private synchronized void poll() {
    polls = false;
    look();
  }

  private void collect() {
    for (ScopeExpiry scope = innermost; scope != null; scope = scope.outer) {
      if (scope.time == Time.OPEN && scope.isFired()) {
        scope.time = Time.UP;
        owe(scope);
      }
    }
  }

  private void owe(ScopeExpiry over) {
    for (ScopeExpiry scope = innermost; scope != null && scope != over.outer; scope = scope.outer) {
      scope.owed = true;
      if (over.time == Time.UP && scope.time != Time.OVER) {
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
      checkLater(scope);
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

  /**
   * Arms the node of a scope that is up for a check. In real time, on a thread of the JDK's, if the
   * node has still its own time to tell, or its timer has stopped or fails.
   */
  private void checkLater(ScopeExpiry scope) {
    boolean armed = false;
    try {
      Engine engine = engineOf(scope.timer);
      long next = TaskOwner.after(engine.time.now(), CHECK_NANOS);
      armed =
          scope.time == Time.UP
              && (engine.rescheduleTo(scope, next)
                  || scope.isPending() // it has fired, and is about to look
                  || engine.rearm(scope, next));
    } catch (Throwable failure) {
      // see above
    }
    if (!armed && !polls) {
      CompletableFuture.delayedExecutor(CHECK_NANOS, TimeUnit.NANOSECONDS, Interrupter::execute)
          .execute(this::poll);
      polls = true;
    }
  }

  /** The node of a {@link DeadlineScope}: tells that its time is up, and checks once it is. */
  static final class ScopeExpiry extends Timeouts.DriverNode {
    final ScopedThread open;

    /** The scope around this one, on the same thread, when this one was opened. */
    final @Nullable ScopeExpiry outer;

    private final WheelTimer timer;
    private final long endNanos;

    /** As in the first table above. Written under the monitor. */
    private volatile Time time = Time.OPEN;

    /** Whether its code has still to be interrupted, or to be found to have been. */
    private boolean owed;

    ScopeExpiry(WheelTimer timer, long endNanos, ScopedThread open, @Nullable ScopeExpiry outer) {
      this.timer = timer;
      this.endNanos = endNanos;
      this.open = open;
      this.outer = outer;
      retire(); // it has not fired
    }

    long remainingNanos() {
      long own =
          endNanos == NEVER_NANOS
              ? Long.MAX_VALUE
              : Math.max(0, endNanos - engineOf(timer).time.now());
      return outer == null ? own : Math.min(own, outer.remainingNanos());
    }

    /** {@return whether the time was up before the scope was closed} Any thread. */
    boolean isUp() {
      boolean fired = isFired(); // read first: a node that is armed again to check is UP by then
      return switch (time) {
        case UP -> true;
        case OPEN -> fired || (outer != null && outer.isUp());
        case OVER -> false;
      };
    }

    @Override
    public void run() {
      claimPeriod(); // from here on it may be armed again
      Interrupter.offDriver(engineOf(timer), open::look);
    }

    /** Interrupts the thread because the timer can't measure the time any more. */
    @Override
    public void onStopped() {
      open.stop(this);
    }
  }
}
