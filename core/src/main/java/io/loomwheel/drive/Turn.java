package io.loomwheel.drive;

import io.loomwheel.wheel.Expired;
import io.loomwheel.wheel.Wheel;
import org.jspecify.annotations.Nullable;

/**
 * One turn of all wheels: advance each shard that has something due, then hand on what fired.
 *
 * <p>Entered by one thread at a time, the driver or whoever moves a manual clock.
 */
final class Turn {
  private final Shard[] shards;
  private final Time time;
  private final Outlet outlet;

  /** Reused from turn to turn; null while in use, for a task run by the outlet may turn again. */
  private @Nullable Expired spare;

  Turn(Shard[] shards, Time time, Outlet outlet) {
    this.shards = shards;
    this.time = time;
    this.outlet = outlet;
  }

  /** Fires what is due now. The outlet is called with no lock held. */
  void run() {
    Expired expired = spare == null ? new Expired() : spare;
    spare = null;
    long nowTick = time.tick(time.observe());
    for (Shard shard : shards) {
      if (shard.nextTick() <= nowTick || shard.hasMail()) {
        try {
          shard.turn(nowTick, expired);
        } catch (Throwable t) {
          outlet.turnFailed(t); // what it did not get to is still linked, and tried again
        }
        expired.drainTo(outlet::accept);
      }
    }
    spare = expired;
  }

  /** {@return the earliest tick of any shard, or {@link Wheel#NEVER_TICK}} */
  long nextTick() {
    long next = Wheel.NEVER_TICK;
    for (Shard shard : shards) {
      next = Math.min(next, shard.nextTick());
    }
    return next;
  }

  /** {@return whether a shard has something to do before that tick, or mail} */
  boolean isDue(long tick) {
    for (Shard shard : shards) {
      if (shard.nextTick() < tick || shard.hasMail()) {
        return true;
      }
    }
    return false;
  }

  long nanosUntil(long tick) {
    return time.nanosOf(tick) - time.now();
  }
}
