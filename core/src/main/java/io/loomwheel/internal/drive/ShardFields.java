package io.loomwheel.internal.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The contended fields of a shard, above all its lock, between two pads. */
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

  /** Cells that are empty and not given back, by a sample; any thread adds. */
  volatile int emptyCells;

  /**
   * The tick at which the driver has to come; may be too early, never too late. Written under the
   * lock, with a full fence, because each writer reads the driver's wake-up time next, and the
   * driver reads this after it has published that time.
   */
  volatile long nextTick;

  /** Whether the wheel has work between ticks. Used by the thread that turns. */
  boolean hasWork;

  /** Nodes ever linked by who armed them. Written under the lock, read by any thread; opaque. */
  long armed;

  /** Nodes ever posted; added to by any thread. */
  volatile long posted;

  /** New deadlines given by threads whose home is here; added to by any of them. */
  volatile long rescheduled;

  final boolean tryLock() {
    return lock == 0 && LOCK.compareAndSet(this, 0, 1);
  }

  /** Waits for the lock, held for a few stores. For the driver and visits to all shards. */
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
   * Gives the lock back. Must come first in a {@code finally}, inside a {@code try} whose {@code
   * catch} assigns 0 to {@link #lock}: after a stack overflow this call may overflow too, and then
   * it has done nothing.
   */
  final void unlock() {
    LOCK.setRelease(this, 0);
  }
}
