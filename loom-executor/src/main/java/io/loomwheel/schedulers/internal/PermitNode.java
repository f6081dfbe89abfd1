package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;

/**
 * The node of a queue whose entries count as pending by themselves. While the node waits, where it
 * counts too, it has the permit of one entry.
 *
 * <p>Thread-safe. One thread at a time arms it, again and again. An executor may run it twice; one
 * that found no stack is run again.
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

  abstract void fired();

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
      engine().limit.release();
      hasPermit = true;
    }
  }

  private synchronized void returnPermit() {
    if (hasPermit) {
      engine().limit.acquire(true);
      hasPermit = false;
    }
  }

  /** Makes sure that it fires no more. */
  final void drop() {
    engine().discard(this);
    returnPermit();
  }

  @Override
  public final void run() {
    if (!engine().isDriver()
        && !(Thread.currentThread().isVirtual() && engine().isHandedOn(this))) {
      Callbacks.requireStack(60); // for a drain, too; else this stays as it is, and is run again
    }
    boolean fires = false;
    try {
      synchronized (this) { // before another thread can arm it, and count on this permit
        if (isPending() && !isArmed()) {
          returnPermit();
          fires = claimPeriod() >= 0;
        }
      }
    } catch (OutOfMemoryError uncounted) { // what it is for has no other node
      engine().rearm(this, engine().soonNanos());
      throw uncounted;
    }
    if (fires) {
      fired();
    }
  }
}
