package io.loomwheel.internal.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What threads contend for in a shard, its lock above all, between two pads. */
abstract class ShardFields extends ShardPadBefore {
  private static final VarHandle LOCK;

  static {
    try {
      LOCK = MethodHandles.lookup().findVarHandle(ShardFields.class, "lock", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * 0 free, 1 held. Taken by compare-and-set, by any thread; given back by a release store, or a
   * plain assignment where there is no stack left for a call.
   */
  volatile int lock;

  /** Cancellations since the last sweep, those without the lock by a sample; added to by any. */
  volatile int cancels;

  /**
   * The tick at which the driver has to come, early perhaps, never late. Written under the lock,
   * with a full fence, because each writer looks at the driver's wake-up time next, as the driver
   * looks here after it has published that.
   */
  volatile long nextTick;

  /**
   * Whether {@link #nextTick} was lowered and the driver perhaps not told. Set under the lock,
   * cleared by whoever has told the driver; plain. While it is set, whoever arms tells the driver
   * too: the thread that lowered the tick may have met an Error before it could.
   */
  boolean untold;

  /** Nodes ever linked. Written under the lock, read by anyone; opaque. */
  long armed;

  /**
   * Nodes that their own thread cancelled under the lock, its home being here. Written under the
   * lock, read by anyone; opaque.
   */
  long cancelled;

  /** Nodes cancelled without a lock by threads whose home is here; added to by any of them. */
  volatile long cancelledUnlocked;

  /** New deadlines given by threads whose home is here; added to by any of them. */
  volatile long rescheduled;

  final boolean tryLock() {
    return lock == 0 && LOCK.compareAndSet(this, 0, 1);
  }

  /** For the driver and those who look at all shards: the lock is held for a few stores. */
  final void lock() {
    for (int spins = 0; !tryLock(); spins++) {
      if (spins < 100) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /**
   * Gives the lock back. To be called as the first thing in a {@code finally}, inside a {@code try}
   * whose {@code catch} assigns 0 to {@link #lock}: where the stack has overflowed, this call does
   * too, and then it has done nothing.
   */
  final void unlock() {
    LOCK.setRelease(this, 0);
  }
}
