package io.loomwheel.drive;

import io.loomwheel.wheel.Wheel;
import io.loomwheel.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The shards and whatever turns them, seen as one timer of nodes.
 *
 * <p>Thread-safe. Arming and cancelling never wait: they take a lock if it is free and go elsewhere
 * if it isn't. Delays are nanoseconds.
 */
public final class Engine {
  /** How many other shards to try before the node is left in the inbox of the first. */
  private static final int OTHERS = 4;

  /** Every so many cancellations of a thread one shard is told, to look after its memory. */
  private static final int CANCEL_SAMPLE = 256;

  private final Shard[] shards;
  private final Homes homes;
  private final Time time;
  private final Outlet outlet;
  private final Turn turn;
  private final Pacer pacer;
  private final Ledger ledger;

  /** Null unless the timer has a limit. */
  private final @Nullable PendingLimit limit;

  /** Set once, before the shards are closed; read by whoever arms without a shard. */
  private volatile boolean stopped;

  /**
   * Makes a timer that has not started.
   *
   * @param settings what it is made of
   * @param outlet gets the fired nodes
   */
  public Engine(EngineSettings settings, Outlet outlet) {
    this.outlet = outlet;
    time = new Time(settings.clock(), settings.tickShift());
    shards = new Shard[settings.shards()];
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new Shard(settings.wheels());
    }
    homes = new Homes(shards.length);
    limit = settings.maxPending() == 0 ? null : new PendingLimit(settings.maxPending());
    turn = new Turn(shards, time, outlet, limit, settings.threads() != null);
    pacer =
        settings.threads() == null
            ? new ByHand()
            : new Driver(turn, settings.threads(), settings.longestSleepNanos());
    ledger = new Ledger(shards, pacer);
  }

  /** Starts the driver, if there is one and it has not started. */
  public void start() {
    pacer.start();
  }

  /** {@return whether the driver's thread was started} */
  public boolean isStarted() {
    return pacer.isStarted();
  }

  /** {@return whether {@link #stop} was called} */
  public boolean isStopped() {
    return stopped;
  }

  /** {@return the length of a tick in nanoseconds} */
  public long tickNanos() {
    return time.tickNanos();
  }

  /** {@return nanoseconds since the origin of this timer, as deadlines are counted} */
  public long now() {
    return time.now();
  }

  /**
   * Arms a new node in any shard. A delay that isn't positive goes to the outlet at once.
   *
   * @param node seen by nobody else yet
   * @param delayNanos from now
   * @return false if the timer is stopped, and the node will not run
   * @throws java.util.concurrent.RejectedExecutionException if the limit of pending nodes is
   *     reached
   */
  public boolean arm(WheelNode node, long delayNanos) {
    if (delayNanos <= 0) {
      return fire(node);
    }
    return limit == null ? armAnywhere(node, delayNanos) : armWithin(limit, null, node, delayNanos);
  }

  private boolean armAnywhere(WheelNode node, long delayNanos) {
    pacer.start();
    node.prime(time.deadlineAfter(delayNanos));
    int entry = Homes.entry();
    int home = homes.shardOf(entry);
    long tick = shards[home].tryArm(node);
    return tick == Shard.BUSY ? armElsewhere(node, entry, home) : armed(node, tick);
  }

  /** Arms if the limit allows, in a certain shard or in any, and gives the place back if not. */
  private boolean armWithin(
      PendingLimit limit, @Nullable Shard shard, WheelNode node, long delayNanos) {
    limit.take();
    boolean armed = false;
    try {
      armed = shard == null ? armAnywhere(node, delayNanos) : armOnly(shard, node, delayNanos);
    } finally {
      if (!armed) {
        limit.give(1);
      }
    }
    return armed;
  }

  private boolean armElsewhere(WheelNode node, int entry, int home) {
    for (int i = 1; i <= OTHERS; i++) {
      int other = (home + i) & (shards.length - 1);
      long tick = shards[other].tryArm(node);
      if (tick != Shard.BUSY) {
        homes.move(entry, other);
        return armed(node, tick);
      }
    }
    return armed(node, post(shards[home], node));
  }

  /** Acts on what a shard said of a node that nobody else will cancel. */
  private boolean armed(WheelNode node, long tick) {
    if (!accepted(tick)) {
      node.claimCancel();
      return false;
    }
    return true;
  }

  /** Wakes the driver if a shard has said so; {@return whether the shard took the node} */
  private boolean accepted(long tick) {
    if (tick != Shard.CLOSED && tick != Shard.NO_WAKE) {
      pacer.wakeBy(tick);
    }
    return tick != Shard.CLOSED;
  }

  private long post(Shard shard, WheelNode node) {
    if (!shard.post(node)) {
      return Shard.CLOSED;
    }
    // Read after the push: whoever reschedules a node without a keeper counts on it.
    return time.tickAtOrAfter(node.deadlineNanos());
  }

  private boolean fire(WheelNode node) {
    if (stopped) {
      return false;
    }
    node.primeFired(time.now());
    ledger.undelayed();
    outlet.accept(node);
    return true;
  }

  /** {@return a lane to one shard, for a client whose nodes are to fire in order} */
  public Lane lane() {
    return new Lane(this, shards[ThreadLocalRandom.current().nextInt(shards.length)]);
  }

  boolean armIn(Shard shard, WheelNode node, long delayNanos) {
    return limit == null
        ? armOnly(shard, node, delayNanos)
        : armWithin(limit, shard, node, delayNanos);
  }

  private boolean armOnly(Shard shard, WheelNode node, long delayNanos) {
    pacer.start();
    node.prime(time.deadlineAfter(delayNanos));
    long tick = shard.tryArm(node);
    return armed(node, tick == Shard.BUSY ? post(shard, node) : tick);
  }

  boolean rearmIn(Shard shard, WheelNode node, long deadlineNanos) {
    pacer.start(); // the first run may have gone past the wheel
    if (limit != null) {
      limit.retake();
    }
    boolean armed =
        node.claimRearm(Math.min(deadlineNanos, WheelNode.NEVER_NANOS))
            && armed(node, relink(shard, node));
    if (!armed && limit != null) {
      limit.give(1);
    }
    return armed;
  }

  /**
   * Arms a fired node once more, for its owner.
   *
   * @param node whose run is over
   * @param deadlineNanos since the origin of this timer; may have passed
   * @return false if the node was retired or the timer stopped, and it will not run again
   */
  public boolean rearm(WheelNode node, long deadlineNanos) {
    return rearmIn(shards[homes.shardOf(Homes.entry())], node, deadlineNanos);
  }

  private long relink(Shard shard, WheelNode node) {
    long tick = shard.tryRelink(node);
    return tick == Shard.BUSY ? post(shard, node) : tick;
  }

  /**
   * Gives an armed node another deadline. A later one costs one compare-and-set.
   *
   * @param node that was armed here
   * @param delayNanos from now
   * @return false if it was too late
   */
  public boolean reschedule(WheelNode node, long delayNanos) {
    long deadline = time.deadlineAfter(Math.max(delayNanos, 0));
    long old = node.claimReschedule(deadline);
    if (old < 0) {
      return false;
    }
    ledger.rescheduled(homes.shardOf(Homes.entry()));
    if (deadline < old) {
      if (node.keeper() instanceof Shard shard) {
        accepted(relink(shard, node)); // a closed one still has the node, for the stop to return
      } else {
        // On its way through an inbox, to be linked for the new deadline. The driver may sleep
        // beyond that: who queued the node has told it of the old one.
        pacer.wakeBy(time.tickAtOrAfter(deadline));
      }
    }
    return true;
  }

  /**
   * Cancels an armed node and drops it from its slot.
   *
   * @param node that was armed here
   * @return whether this call cancelled it: it never ran and never will
   */
  public boolean cancel(WheelNode node) {
    if (!node.claimCancel()) {
      return false;
    }
    drop(node);
    node.onCancelled();
    return true;
  }

  /**
   * Makes sure that a node will not fire, whether it is armed now or about to be armed once more.
   *
   * @param node that was armed here
   */
  public void discard(WheelNode node) {
    while (!node.isOver()) {
      if (node.claimCancel()) {
        drop(node);
        return;
      }
      node.retire();
    }
  }

  /**
   * Removes what a cancelled node has left in the wheel. In the thread's own home under the lock,
   * which nobody else is likely to want; elsewhere without, so as not to drive the owner away.
   */
  private void drop(WheelNode node) {
    if (limit != null) {
      limit.give(1);
    }
    int home = homes.shardOf(Homes.entry());
    Object keeper = node.keeper();
    if (keeper == shards[home] && shards[home].tryDrop(node)) {
      return;
    }
    node.vacate();
    long count = ledger.cancelled(home);
    if (count % CANCEL_SAMPLE == 0 && keeper instanceof Shard shard) {
      shard.dropped(CANCEL_SAMPLE);
    }
  }

  /** {@return how many nodes are armed; exact while nobody arms, cancels or fires} */
  public long pending() {
    return ledger.pending();
  }

  /**
   * Finds nodes that wait for their deadline. Sees each that was armed before the call and is still
   * waiting after it; those of which it isn't so may be there or not. O(all nodes).
   *
   * @param wanted asked under the lock of a shard, so it must be quick and arm nothing
   * @return the nodes, in no order
   */
  public List<WheelNode> pending(Predicate<? super WheelNode> wanted) {
    List<WheelNode> found = new ArrayList<>();
    for (Shard shard : shards) {
      shard.settle(pacer);
      shard.forEach(
          node -> {
            if (node.isArmed() && wanted.test(node)) {
              found.add(node);
            }
          });
    }
    return found;
  }

  /** {@return what this timer has done so far} Costs a look at every shard. */
  public EngineStats stats() {
    return ledger.stats(turn);
  }

  /**
   * Has something called whenever the wheels have to be turned earlier than before. For whoever
   * moves the clock by hand; a driver sees to itself.
   *
   * @param told called by the thread that arms, with no lock held
   */
  public void onEarlier(Runnable told) {
    pacer.onEarlier(told);
  }

  /** {@return nanoseconds until the wheels have to be turned; may be early, never late} */
  public OptionalLong nextNanos() {
    for (Shard shard : shards) {
      shard.settle(pacer);
    }
    long tick = turn.nextTick();
    return tick == Wheel.NEVER_TICK
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, turn.nanosUntil(tick)));
  }

  /** Fires what is due. For whoever moves the clock by hand; one thread at a time. */
  public void turn() {
    turn.run();
  }

  /** {@return whether the calling thread turns the wheels} */
  public boolean isDriver() {
    return pacer.isCurrentThread();
  }

  /**
   * Refuses all arms from now on, cancels what is armed, and ends the driver. May be called again.
   *
   * @param waitNanos how long to wait for the driver to hand on what has fired
   * @return the nodes that this call cancelled
   */
  public List<WheelNode> stop(long waitNanos) {
    stopped = true;
    List<WheelNode> left = new ArrayList<>();
    for (int i = 0; i < shards.length; i++) {
      int stripe = i;
      shards[i].close(
          node -> {
            if (node.claimCancel()) {
              ledger.cancelled(stripe);
              if (limit != null) {
                limit.give(1);
              }
              left.add(node);
            }
          });
    }
    pacer.stop(waitNanos);
    left.forEach(WheelNode::onStopped);
    return left;
  }
}
