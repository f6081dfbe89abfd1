package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;

/**
 * The node of a queue whose entries count as pending by themselves. While the node waits, where it
 * counts too, it has the permit of one entry.
 *
 * <p>Thread-safe. One thread at a time arms it, again and again. An executor may run it twice, and
 * once more if it finds no stack.
 */
abstract class PermitNode extends WheelNode {
  /** Whether it has the permit. Guarded by this. */
  private boolean hasPermit;

  PermitNode() {
    primeFired(0);
    claimPeriod(); // as if it had run
  }

  @Override
  public abstract Engine engine();

  /** Called when it has fired. May be repeated. */
  abstract void fired();

  /** Called when the stop of the timer has cancelled it. */
  abstract void stopped();

  /** {@return whether it was armed; false if it was dropped, or the timer is stopped} */
  final boolean armAt(long deadlineNanos) {
    boolean armed = false;
    getPermit();
    try {
      armed = engine().rearm(this, deadlineNanos);
    } finally {
      if (!armed) {
        unclaimRearm(); // as an Error may have left it
        claimPeriod();
        returnPermit();
      }
    }
    return armed;
  }

  private synchronized void getPermit() {
    if (!hasPermit) {
      engine().releasePermit();
      hasPermit = true;
    }
  }

  private synchronized void returnPermit() {
    if (hasPermit) {
      engine().acquirePermit(true);
      hasPermit = false;
    }
  }

  /** Makes sure that it fires no more. */
  final void drop() {
    while (!isOver() && !engine().withdraw(this)) {
      retire();
    }
    returnPermit();
  }

  @Override
  public final void run() {
    long due = claimPeriod();
    if (due >= 0) {
      try {
        returnPermit();
        fired();
      } catch (StackOverflowError unfinished) {
        refire(due);
        throw unfinished;
      }
    }
  }

  @Override
  public final void onStopped() {
    returnPermit();
    stopped();
  }
}
