package io.loomwheel.drive;

import io.loomwheel.wheel.Expired;
import io.loomwheel.wheel.Wheel;
import java.util.function.Consumer;
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

  /** Null if stranded nodes run right here, on the thread of whoever moves the clock. */
  private final @Nullable Stranded stranded;

  private final Consumer<Runnable> keeper;

  /** Reused from turn to turn; null while in use, for a task run by the outlet may turn again. */
  private @Nullable Expired spare;

  private final Lateness lateness = new Lateness();

  /** Written by the thread that turns, read by anyone. */
  private volatile long count;

  Turn(Shard[] shards, Time time, Outlet outlet, @Nullable PendingLimit limit, boolean byDriver) {
    this.shards = shards;
    this.time = time;
    this.outlet = outlet;
    this.limit = limit;
    this.stranded = byDriver ? new Stranded(outlet) : null;
    this.keeper = stranded == null ? Runnable::run : stranded::keep;
  }

  /**
   * Fires what is due now. The outlet is called with no lock held.
   *
   * @return false if memory ran out somewhere, so that there is more to do, though not at once
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time
  boolean run() {
    count++;
    boolean well = stranded == null || stranded.retry();
    Expired expired = spare == null ? new Expired() : spare;
    spare = null;
    try {
      if (expired.size() > 0) {
        outlet.acceptAll(expired, keeper); // left behind by a turn that failed
      }
      Recording recording = Recording.begin();
      well &= runShards(expired, recording);
      if (recording != null) {
        recording.end();
      }
    } catch (Throwable t) {
      outlet.turnFailed(t);
      well = false;
    } finally {
      spare = expired;
    }
    return well && !hasStranded();
  }

  private boolean runShards(Expired expired, @Nullable Recording recording) {
    boolean well = true;
    long nowTick = time.tick(time.observe());
    for (Shard shard : shards) {
      if (shard.nextTick() <= nowTick || shard.hasMail()) {
        try {
          shard.turn(nowTick, expired);
        } catch (Throwable t) {
          outlet.turnFailed(t); // what it did not get to is still linked, and tried again
          well = false;
        }
        if (recording != null) {
          recording.fired(expired.size());
        }
        handOn(expired, recording);
      }
    }
    return well;
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
      outlet.acceptAll(expired, keeper);
    }
  }

  /** {@return whether nodes that have fired wait for a thread} */
  boolean hasStranded() {
    return stranded != null && !stranded.isEmpty();
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
    return nanosOf(tick) - now();
  }

  long nanosOf(long tick) {
    return time.nanosOf(tick);
  }

  long now() {
    return time.now();
  }
}
