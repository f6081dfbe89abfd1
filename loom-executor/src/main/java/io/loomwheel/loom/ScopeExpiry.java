package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.DriverNode;
import io.loomwheel.loom.internal.Interrupter;
import io.loomwheel.loom.internal.TaskOwner;
import java.util.concurrent.TimeUnit;

/**
 * The end of a {@link DeadlineScope}: a node that interrupts the thread, unless the thread ends it
 * first.
 *
 * <pre>
 *   OPEN     --run-->    DUE       the driver, or the thread itself if there is no delay
 *   DUE      --send-->   SENT      a thread that interrupts, if no other interrupt is pending
 *   OPEN     --end-->    IN_TIME   the scope's thread
 *   DUE      --end-->    LATE      the scope's thread: no interrupt comes any more
 *   SENT     --end-->    LATE      the scope's thread, which clears the flag
 *   SENT     --ask-->    LATE      the scope's thread, if the flag is clear: it was taken
 * </pre>
 *
 * Thread-safe by its monitor, held for a few stores and the interrupt. So the scope's thread waits
 * for an interrupt that has begun, and none comes after the scope. {@link #end} and {@link
 * #interruptAgain} are for that thread alone.
 */
final class ScopeExpiry extends DriverNode {
  private enum ScopeState {
    OPEN,
    DUE,
    SENT,
    IN_TIME,
    LATE
  }

  /** How long to wait before the next look, while an interrupt by others is pending. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final WheelTimer timer;
  private final Thread thread;

  /** When the time is up, in nanoseconds since the origin of the timer. */
  private final long endNanos;

  /** As in the table above. Written under the monitor, read by any thread. */
  private volatile ScopeState state = ScopeState.OPEN;

  /** Whether the timer was stopped first. Written before the step to DUE. */
  private boolean stopped;

  ScopeExpiry(WheelTimer timer, Thread thread, long delayNanos) {
    this.timer = timer;
    this.thread = thread;
    this.endNanos = TaskOwner.after(engineOf(timer).now(), Math.max(0, delayNanos));
    primeFired(0); // so that it can be discarded before it is armed
  }

  /** Arms the node with the delay that it was made for; {@return false if the timer is stopped} */
  boolean arm(long delayNanos) {
    return engineOf(timer).arm(this, delayNanos);
  }

  Thread thread() {
    return thread;
  }

  /** {@return the time until the deadline, not below 0} */
  long remainingNanos() {
    return endNanos == NEVER_NANOS ? Long.MAX_VALUE : Math.max(0, endNanos - engineOf(timer).now());
  }

  /** {@return whether the time isn't up, and the scope not closed} */
  boolean isOpen() {
    return state == ScopeState.OPEN;
  }

  /** {@return whether the time was up before the scope was closed} */
  boolean isExpired() {
    if (thread == Thread.currentThread()) {
      synchronized (this) {
        if (state == ScopeState.SENT && !thread.isInterrupted()) {
          state = ScopeState.LATE; // an interrupt from now on is one by others
        }
      }
    }
    ScopeState now = state;
    return now != ScopeState.OPEN && now != ScopeState.IN_TIME && !stopped;
  }

  /** An interrupt may run user code, so the driver leaves it to another thread. */
  @Override
  public void run() {
    if (isOpen()) {
      timeIsUp(false);
    }
    if (state == ScopeState.DUE) {
      if (engineOf(timer).isDriver()) {
        Interrupter.execute(this::look);
      } else {
        look();
      }
    }
  }

  private synchronized void timeIsUp(boolean byStop) {
    if (isOpen()) {
      stopped = byStop;
      state = ScopeState.DUE;
    }
  }

  /** Interrupts the thread, or looks again later if it has an interrupt by others to take first. */
  private void look() {
    if (state == ScopeState.DUE && !(thread.isInterrupted() && lookLater())) {
      send();
    }
  }

  private boolean lookLater() {
    return !stopped && engineOf(timer).rearm(this, engineOf(timer).now() + LOOK_NANOS);
  }

  private synchronized void send() {
    if (state == ScopeState.DUE) {
      state = ScopeState.SENT; // first, because an interrupt may run user code, and throw
      thread.interrupt();
    }
  }

  /** Interrupts the thread because the timer can't measure the time any more. */
  @Override
  public void onStopped() {
    timeIsUp(true);
    send();
  }

  /** {@return whether an interrupt was cleared that this has sent} */
  synchronized boolean end() {
    ScopeState before = state;
    state = before == ScopeState.OPEN ? ScopeState.IN_TIME : ScopeState.LATE;
    engineOf(timer).discard(this);
    return before == ScopeState.SENT && Thread.interrupted();
  }

  /** Interrupts the calling thread if this is due and its interrupt may have been cleared. */
  void interruptAgain() {
    send();
    if (state == ScopeState.SENT) {
      thread.interrupt();
    }
  }
}
