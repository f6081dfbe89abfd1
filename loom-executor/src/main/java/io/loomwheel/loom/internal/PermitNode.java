package io.loomwheel.loom.internal;

import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;

/**
 * The node of a queue whose entries count as pending by themselves. While the node is in the wheel,
 * where it counts too, it holds the permit of one entry.
 *
 * <p>Thread-safe by its monitor. One thread at a time arms it, again and again. An executor may run
 * it twice.
 */
public abstract class PermitNode extends WheelNode {
  /** Whether it was armed and has neither fired nor been cancelled. Written under the monitor. */
  private volatile boolean holdsPermit;

  /** Makes a node that is not armed. */
  @SuppressWarnings("this-escape") // a final method
  protected PermitNode() {
    primeFired(0); // as if it had fired
  }

  /** {@return the engine of the timer that it waits on} */
  protected abstract Engine engine();

  /** Called when it has fired. */
  protected abstract void fired();

  /** Called when the stop of the timer has cancelled it. */
  protected abstract void stopped();

  /**
   * {@return whether it was armed; false if it was dropped, or the timer is stopped}
   *
   * @param deadlineNanos since the origin of the timer
   */
  protected final boolean armAt(long deadlineNanos) {
    boolean armed = false;
    engine().releasePermit();
    holdsPermit = true;
    try {
      armed = engine().rearm(this, deadlineNanos);
    } finally {
      if (!armed) {
        takeBack();
      }
    }
    return armed;
  }

  /** {@return whether it was armed, and {@link #fired} or {@link #stopped} is still to come} */
  protected final boolean isSet() {
    return holdsPermit;
  }

  private boolean takeBack() {
    synchronized (this) {
      if (!holdsPermit) {
        return false;
      }
      holdsPermit = false;
    }
    engine().reacquirePermit();
    return true;
  }

  /** Makes sure that it fires no more. */
  public final void drop() {
    while (!isOver()) {
      if (engine().withdraw(this)) {
        takeBack();
      } else {
        retire();
      }
    }
  }

  @Override
  public final void run() {
    if (!isArmed() && takeBack()) {
      fired();
    }
  }

  @Override
  public final void onStopped() {
    takeBack();
    stopped();
  }
}
