package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Turns all wheels: advances every shard that has something due, and hands on the fired nodes in
 * the order of their exact deadlines over all shards.
 *
 * <p>A late turn goes in steps of a few ticks, so that the first of many nodes does not wait until
 * the last is found and sorted. A turn costs O(n log n) for n nodes that fire, and a visit to each
 * shard for each step.
 *
 * <p>Entered by one thread at a time: the driver, or the thread that moves a manual clock. It alone
 * uses the plain fields.
 */
final class ExpiryPass {
  /** A step that fires fewer nodes makes the next one span {@link #GROWTH} times the ticks. */
  private static final int FEW = 8192;

  /** A step that fires more nodes divides the span of the next one by {@link #GROWTH}. */
  private static final int MANY = 131_072;

  /** The factor is large, because each step takes the lock of each shard and may wait for it. */
  private static final int GROWTH = 8;

  /** The longest span that grows, in ticks; two years if a tick is a nanosecond. */
  private static final long LONGEST = 1L << 56;

  final Shards shards;
  final TickClock time;
  private final Outlet outlet;
  private final PendingLimit limit;

  /** Otherwise a thread that moves the clock turns, and runs nodes that get no thread itself. */
  final boolean byDriver;

  /**
   * The one queue of fired nodes. A turn begins with what it holds: what the outlet could not take,
   * or has failed with; and within another turn, which a task that the outlet runs may begin, what
   * fired with that task.
   */
  final ExpiredBuffer expired = new ExpiredBuffer(this::timeToHandOn, this::note);

  /**
   * The last tick that a step has come to. A shard that had something due then puts what is overdue
   * by then into one slot, the others don't; so the first step of a turn goes as far at least.
   */
  private long reached;

  /** How many nodes have released their permit as they fired. */
  private long given;

  /** The shard that is searched first for work between ticks. */
  private int worked;

  /** How late the nodes that fired so far were handed on. */
  final LatenessHistogram lateness = new LatenessHistogram();

  /** Written by the thread that turns, read by any thread. */
  volatile long count;

  /** The turn that began last, for the nodes that are handed on. */
  private @Nullable Recording recording;

  /** What a turn without a driver has failed with. */
  private @Nullable Throwable failure;

  ExpiryPass(Shards shards, TickClock time, Outlet outlet, PendingLimit limit, boolean byDriver) {
    this.shards = shards;
    this.time = time;
    this.outlet = outlet;
    this.limit = limit;
    this.byDriver = byDriver;
  }

  /**
   * Fires the nodes that are due now. Calls the outlet with no lock held. {@return false if memory
   * ran out: there is more to do, after a pause}
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time
  boolean run() {
    count++;
    if (byDriver) {
      expired.begin();
    }
    boolean well = false;
    try {
      Recording mine = outlet.recording();
      recording = mine;
      if (!isHandedOn()) {
        return false;
      }
      boolean stepped = runSteps(mine);
      well = (expired.size() > 0 || work()) && stepped; // a sweep gives memory back
      if (mine != null) {
        mine.end();
      }
    } catch (Throwable t) {
      failed(t);
    }
    return well;
  }

  /** As {@link #run}, on the thread that moves a clock: throws what failed, after the rest. */
  void runByHand() {
    Throwable before = failure; // of a turn whose task moves the clock further
    Throwable mine;
    failure = null;
    try {
      run();
    } finally {
      mine = failure;
      failure = before;
    }
    Callbacks.throwIfAny(mine);
  }

  private boolean runSteps(@Nullable Recording mine) {
    long nowTick = time.observe();
    long span = 1;
    long step = Math.max(stepFrom(nextTick(), span, nowTick), Math.min(reached, nowTick));
    while (true) {
      reached = step;
      boolean well = runStep(step);
      int fired = expired.size();
      if (mine != null) {
        mine.fired(fired);
      }
      boolean taken = isHandedOn();
      if (step >= nowTick || !taken) {
        return well && taken;
      }
      if (fired < FEW) {
        span = Math.min(span, LONGEST) * GROWTH;
      } else if (fired > MANY) {
        span = Math.max(1, span / GROWTH);
      }
      step = well ? stepFrom(Math.max(nextTick(), step + 1), span, nowTick) : nowTick;
    }
  }

  /** {@return the last tick of a step, at most the current tick} */
  private static long stepFrom(long tick, long span, long nowTick) {
    return nowTick - tick < span ? nowTick : tick + span - 1; // also if the tick is NEVER_TICK
  }

  private boolean runStep(long tick) {
    boolean well = true;
    for (Shard shard : shards.made) {
      // The inbox first: a thread that has drained it since has lowered the tick by now.
      if (shard.hasQueuedNodes() || shard.nextTick <= tick) {
        try {
          shard.turn(tick, expired);
        } catch (Throwable t) {
          failed(t); // the other nodes are still linked, and tried again
          well = false;
        }
      }
    }
    try {
      releasePermits();
      expired.sort();
    } catch (Throwable noMemory) {
      failed(noMemory); // in order within a slot only, but they fire
      well = false;
    }
    return well;
  }

  /** Releases the permits of fired nodes, those of a turn that an Error has interrupted too. */
  private void releasePermits() {
    if (limit.most > 0) {
      long fired = 0;
      for (Shard shard : shards.made) {
        fired += shard.wheel.fired();
      }
      if (fired != given) {
        limit.pending.addAndGet(given - fired);
        given = fired;
      }
    }
  }

  /** Does a share of the work between two ticks, shard by shard; returns as {@link #run}. */
  private boolean work() {
    Shard[] made = shards.made;
    for (int i = 0; i < made.length; i++) {
      int next = (worked + i) % made.length;
      if (made[next].hasWork()) {
        worked = next + 1;
        made[next].work(expired);
        releasePermits();
        return isHandedOn();
      }
    }
    return true;
  }

  /** Hands on what has fired; {@return whether all of it was taken} */
  private boolean isHandedOn() {
    if (expired.size() > 0) {
      outlet.acceptAll(expired);
    }
    if (!byDriver && expired.size() > 0) {
      expired.drainTo(
          node -> {
            node.run();
            return true;
          });
    }
    return expired.size() == 0;
  }

  /** A clock that fails keeps no node from being handed on. The next turn reports it. */
  private long timeToHandOn() {
    long now = time.nowOrSeen();
    try {
      lateness.roll(now);
    } catch (Throwable noMemory) {
      // a later call does it
    }
    return now;
  }

  private void note(long late) {
    try {
      lateness.record(late);
      Recording turn = recording;
      if (turn != null) {
        turn.fire(late);
      }
    } catch (Throwable notRecorded) {
      failed(notRecorded);
    }
  }

  /** Loads the classes that the first turn that fires needs. Throws nothing. */
  void prepare() {
    try {
      lateness.roll(0); // of none
      outlet.prepare();
    } catch (Throwable t) {
      failed(t); // they are loaded when needed, then
    }
  }

  /** Reports an error of a turn, or keeps it for the mover of the clock. Throws nothing. */
  void failed(Throwable cause) {
    if (byDriver) {
      outlet.turnFailed(cause);
    } else {
      failure = Callbacks.add(failure, cause);
    }
  }

  /** {@return the earliest tick of any shard, or {@link Wheel#NEVER_TICK}} */
  long nextTick() {
    long next = Wheel.NEVER_TICK;
    for (Shard shard : shards.made) {
      next = Math.min(next, shard.nextTick);
    }
    return next;
  }

  /** {@return nanoseconds until the earliest tick, not negative; empty if it won't come} */
  OptionalLong nanosUntil(long tick) {
    if (!byDriver && expired.size() > 0) {
      return OptionalLong.of(0); // a turn has left them, or is about to hand them on
    }
    long left = time.nanosUntil(tick);
    boolean standsStill = time.now() == WheelNode.NEVER_NANOS - 1; // nothing more becomes due
    return tick == Wheel.NEVER_TICK || (left > 0 && standsStill)
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, left));
  }

  /**
   * {@return whether a shard has something to do before that tick, in its inbox, or meanwhile} The
   * tick is read behind the inbox: who takes a node out of that lowers the tick before.
   */
  boolean isDue(long tick) {
    for (Shard shard : shards.made) {
      if (shard.hasQueuedNodes() || shard.nextTick < tick || shard.hasWork()) {
        return true;
      }
    }
    return false;
  }
}
