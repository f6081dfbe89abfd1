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
  private final @Nullable PendingLimit limit;

  /** Reused from turn to turn; null while in use, for a task run by the outlet may turn again. */
  private @Nullable Expired spare;

  private final Lateness lateness = new Lateness();

  /** Written by the thread that turns, read by anyone. */
  private volatile long count;

  Turn(Shard[] shards, Time time, Outlet outlet, @Nullable PendingLimit limit) {
    this.shards = shards;
    this.time = time;
    this.outlet = outlet;
    this.limit = limit;
  }

  /** Fires what is due now. The outlet is called with no lock held. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time
  void run() {
    count++;
    Recording recording = Recording.begin();
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
        if (recording != null) {
          recording.fired(expired.size());
        }
        handOn(expired, recording);
      }
    }
    spare = expired;
    if (recording != null) {
      recording.end();
    }
  }

  private void handOn(Expired expired, @Nullable Recording recording) {
    if (expired.size() > 0) {
      if (limit != null) {
        limit.give(expired.size());
      }
      long now = time.now();
      expired.forEachDeadline(deadline -> lateness.record(now - deadline));
      if (recording != null) {
        expired.forEachDeadline(deadline -> recording.fire(now - deadline));
      }
      outlet.acceptAll(expired);
    }
  }

  /** {@return how late what has fired so far was handed on} */
  Lateness lateness() {
    return lateness;
  }

  /** {@return how often {@link #run} was called} */
  long count() {
    return count;
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
