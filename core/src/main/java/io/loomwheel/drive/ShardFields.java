package io.loomwheel.drive;

/** What threads contend for in a shard, between two pads. */
abstract class ShardFields extends ShardPadBefore {
  /** 0 free, 1 held. Taken by compare-and-set, by any thread; given back by a release store. */
  volatile int lock;

  /** Cancellations since the last sweep, those without the lock by a sample; added to by any. */
  volatile int cancels;

  /**
   * The tick at which the driver has to come, early perhaps, never late. Written under the lock,
   * with a full fence, because each writer looks at the driver's wake-up time next, as the driver
   * looks here after it has published that.
   */
  volatile long nextTick;

  /** Nodes ever linked. Written under the lock, read by anyone; opaque. */
  long armed;

  /**
   * Nodes that their own thread cancelled under the lock, its home being here. Written under the
   * lock, read by anyone; opaque.
   */
  long cancelled;

  /** Nodes ever fired. Written under the lock, read by anyone; opaque. */
  long fired;
}
