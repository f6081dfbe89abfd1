package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;

/**
 * The node of a queue whose entries count as pending by themselves. While the node waits, where it
 * counts too, it holds the permit of one entry: from when it is armed until it is run, cancelled or
 * dropped, which its word alone says.
 *
 * <p>Thread-safe. One thread at a time arms it, again and again. An executor may run it twice.
 */
abstract class PermitNode extends WheelNode {
  PermitNode() {
    primeFired(0);
    claimPeriod(); // as if it had run
  }

  @Override
  public abstract Engine engine();

  /** Called when it has fired. */
  abstract void fired();

  /** Called when the stop of the timer has cancelled it. */
  abstract void stopped();

  /** {@return whether it was armed; false if it was dropped, or the timer is stopped} */
  final boolean armAt(long deadlineNanos) {
    boolean armed = false;
    engine().releasePermit();
    try {
      armed = engine().rearm(this, deadlineNanos);
    } finally {
      if (!armed) {
        claimPeriod(); // an Error may have left it as if it had fired
        engine().acquirePermit(true);
      }
    }
    return armed;
  }

  /** Makes sure that it fires no more. */
  final void drop() {
    while (!isOver()) {
      if (engine().withdraw(this) || claimPeriod() >= 0) {
        engine().acquirePermit(true);
      } else {
        retire();
      }
    }
  }

  @Override
  public final void run() {
    if (claimPeriod() >= 0) {
      try {
        engine().acquirePermit(true);
      } finally {
        fired();
      }
    }
  }

  @Override
  public final void onStopped() {
    engine().acquirePermit(true);
    stopped();
  }
}
