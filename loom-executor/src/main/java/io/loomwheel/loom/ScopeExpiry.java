package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.DriverNode;
import io.loomwheel.loom.internal.Interrupter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * The end of a {@link DeadlineScope}: a node that interrupts the thread, unless the thread ends it
 * first. One word decides:
 *
 * <pre>
 *   OPEN     --run-->    DUE       the driver, or the thread itself if there is no delay
 *   DUE      --send-->   SENDING   a thread that interrupts, if no other interrupt is pending
 *   SENDING  --------->  SENT      the same thread
 *   OPEN     --end-->    IN_TIME   the scope's thread
 *   DUE      --end-->    LATE      the scope's thread: no interrupt comes any more
 *   SENT     --end-->    LATE      the scope's thread, which has waited for this, clears the flag
 *   SENT     --ask-->    LATE      the scope's thread, if the flag is clear: it was taken
 * </pre>
 *
 * The wait keeps the interrupt inside the scope. Thread-safe; {@link #end} and {@link
 * #interruptAgain} are for the scope's thread alone.
 */
final class ScopeExpiry extends DriverNode {
  private static final int OPEN = 0;
  private static final int DUE = 1;
  private static final int SENDING = 2;
  private static final int SENT = 3;
  private static final int IN_TIME = 4;
  private static final int LATE = 5;

  /** How long to wait before the next look, while an interrupt by others is pending. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(ScopeExpiry.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final WheelTimer timer;
  private final Thread thread;

  /** When the time is up, in nanoseconds since the origin of the timer. */
  private final long endNanos;

  /**
   * As in the table above. Written by compare-and-set, except the steps out of SENDING and SENT.
   */
  private volatile int state;

  /** Whether the timer was stopped first. Written before the step to DUE. */
  private boolean stopped;

  ScopeExpiry(WheelTimer timer, Thread thread, long delayNanos) {
    this.timer = timer;
    this.thread = thread;
    long end = engineOf(timer).now() + Math.max(0, delayNanos);
    this.endNanos = end < 0 ? NEVER_NANOS : Math.min(end, NEVER_NANOS);
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
    return state == OPEN;
  }

  /** {@return whether the time was up before the scope was closed} */
  boolean isExpired() {
    boolean asksItself = thread == Thread.currentThread();
    int now = asksItself ? settled() : state;
    if (asksItself && now == SENT && !thread.isInterrupted()) {
      state = LATE; // an interrupt from now on is one by others
    }
    return now != OPEN && now != IN_TIME && !stopped;
  }

  @Override
  public void run() {
    STATE.compareAndSet(this, OPEN, DUE);
    if (state == DUE) {
      interruptSoon();
    }
  }

  /** An interrupt may run user code, so the driver leaves it to another thread. */
  private void interruptSoon() {
    if (engineOf(timer).isDriver()) {
      Interrupter.execute(this::look);
    } else {
      look();
    }
  }

  /** Interrupts the thread, or looks again later if it has an interrupt by others to take first. */
  private void look() {
    if (state == DUE && !(thread.isInterrupted() && lookLater())) {
      send();
    }
  }

  private boolean lookLater() {
    return !stopped && engineOf(timer).rearm(this, engineOf(timer).now() + LOOK_NANOS);
  }

  private void send() {
    if (STATE.compareAndSet(this, DUE, SENDING)) {
      try {
        thread.interrupt(); // may run user code
      } finally {
        state = SENT;
      }
    }
  }

  /** Interrupts the thread because the timer can't measure the time any more. */
  @Override
  public void onStopped() {
    if (state == OPEN) {
      stopped = true;
      if (!STATE.compareAndSet(this, OPEN, DUE)) {
        return;
      }
    }
    send();
  }

  /** {@return whether an interrupt was cleared that this has sent} */
  boolean end() {
    int before = state;
    while (before == OPEN || before == DUE) {
      if (STATE.compareAndSet(this, before, before == OPEN ? IN_TIME : LATE)) {
        engineOf(timer).discard(this);
        return false;
      }
      before = state;
    }
    boolean sent = settled() == SENT;
    state = LATE;
    return sent && Thread.interrupted();
  }

  /** Waits on the scope's thread for an interrupt that has begun. {@return the state after it} */
  private int settled() {
    while (state == SENDING) {
      Thread.onSpinWait();
    }
    return state;
  }

  /** Interrupts the calling thread if this is due and its interrupt may have been cleared. */
  void interruptAgain() {
    if (state == DUE) {
      send();
    } else if (state == SENDING || state == SENT) {
      thread.interrupt();
    }
  }
}
