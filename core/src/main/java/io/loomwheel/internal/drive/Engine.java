package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A timer of wheel nodes: the shards, and the pacer that has them turned.
 *
 * <p>Thread-safe. Arming and cancelling never wait: they take a lock only if it is free, and have
 * another way if it isn't. Delays are nanoseconds.
 */
public final class Engine {
  /** How many other shards to try before the node is left in the inbox of the first. */
  private static final int OTHERS = 4;

  private final Shards shards;
  private final ShardAffinity homes;
  private final TickClock time;
  private final Outlet outlet;
  private final ExpiryPass turn;
  private final Pacer pacer;
  private final Counters ledger;

  /** Null unless the timer has a limit. */
  private final @Nullable PendingLimit limit;

  /** Nodes that a stop has taken out of the shards and not yet cancelled. Guarded by itself. */
  private final List<WheelNode> leftBehind = new ArrayList<>();

  /** Set once, before the shards are closed; read by calls that arm without a shard. */
  private volatile boolean stopped;

  /**
   * Makes a timer that has not started.
   *
   * @param settings of the timer
   * @param outlet gets the fired nodes
   */
  public Engine(EngineSettings settings, Outlet outlet) {
    this.outlet = outlet;
    time = new TickClock(settings.clock(), settings.tickShift());
    shards = new Shards(settings.shards(), settings.wheels());
    homes = new ShardAffinity(settings.shards());
    home(); // makes a shard, so that its classes are loaded by now
    limit =
        settings.maxPending() == 0
            ? null
            : new PendingLimit(settings.maxPending(), System::nanoTime, outlet::refusing);
    turn = new ExpiryPass(shards, time, outlet, limit, settings.threads() != null);
    pacer =
        settings.threads() == null
            ? new ManualPacer()
            : new Driver(turn, settings.threads(), settings.longestSleepNanos());
    ledger = new Counters(shards, pacer);
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

  /** {@return whether the clock is moved by hand, and so unrelated to the time of day} */
  public boolean isByHand() {
    return pacer instanceof ManualPacer;
  }

  /** {@return the reading of the clock itself, in nanoseconds from the clock's own origin} */
  public long clockNanos() {
    return time.ofClock();
  }

  /**
   * Arms a new node in any shard. A node whose delay isn't positive goes to the outlet at once.
   *
   * @param node not yet seen by another thread
   * @param delayNanos from now
   * @return false if the timer is stopped; the node will not run
   * @throws java.util.concurrent.RejectedExecutionException if the limit of pending nodes is
   *     reached
   */
  public boolean arm(WheelNode node, long delayNanos) {
    return delayNanos <= 0 ? fire(node) : armAt(null, node, deadlineAfter(delayNanos));
  }

  /** Starts the driver, then reads the clock: a deadline must not include the start of a thread. */
  long deadlineAfter(long delayNanos) {
    pacer.start();
    return time.deadlineAfter(delayNanos);
  }

  /** Arms a new node in a certain shard or, if that is null, in any. */
  boolean armAt(@Nullable Shard shard, WheelNode node, long deadlineNanos) {
    PendingLimit most = limit;
    if (most == null) {
      return link(shard, node, deadlineNanos);
    }
    most.take();
    return linkCounted(most, shard, node, deadlineNanos);
  }

  /** Arms a new node in a shard even above the limit; the node counts towards the limit. */
  boolean armBeyondLimit(Shard shard, WheelNode node, long deadlineNanos) {
    pacer.start();
    PendingLimit most = limit;
    if (most == null) {
      return link(shard, node, deadlineNanos);
    }
    most.retake();
    return linkCounted(most, shard, node, deadlineNanos);
  }

  /** Links a node that has taken a place. Gives the place back if the node is not armed. */
  private boolean linkCounted(
      PendingLimit limit, @Nullable Shard shard, WheelNode node, long deadlineNanos) {
    boolean armed = false;
    try {
      armed = link(shard, node, deadlineNanos);
    } finally {
      if (!armed) {
        limit.give(1);
      }
    }
    return armed;
  }

  private boolean link(@Nullable Shard shard, WheelNode node, long deadlineNanos) {
    node.prime(deadlineNanos);
    try {
      return shard == null ? linkAnywhere(node) : linkIn(shard, node);
    } catch (Throwable failure) {
      if (takeBack(node)) {
        throw failure;
      }
      return true; // it was linked by then, and has fired
    }
  }

  private boolean linkAnywhere(WheelNode node) {
    int entry = ShardAffinity.entry();
    int home = homes.shardOf(entry);
    Shard shard = shards.at(home);
    long tick = shard.tryArm(node);
    return tick == Shard.BUSY ? linkElsewhere(node, entry, home) : armed(shard, node, tick);
  }

  private boolean linkIn(Shard shard, WheelNode node) {
    long tick = shard.tryArm(node);
    return armed(shard, node, tick == Shard.BUSY ? post(shard, node) : tick);
  }

  /** Takes back a node whose arming an Error has interrupted; {@return whether it will not run} */
  private boolean takeBack(WheelNode node) {
    if (!node.claimCancel()) {
      return false;
    }
    if (node.owner() != null || node.inboxNext() != null) {
      Shard.drop(node);
    }
    return true;
  }

  private boolean linkElsewhere(WheelNode node, int entry, int home) {
    for (int i = 1; i <= OTHERS; i++) {
      int other = (home + i) & (shards.count() - 1);
      Shard shard = shards.at(other);
      long tick = shard.tryArm(node);
      if (tick != Shard.BUSY) {
        homes.move(entry, other);
        return armed(shard, node, tick);
      }
    }
    Shard shard = shards.at(home);
    return armed(shard, node, post(shard, node));
  }

  /** Handles the answer of a shard for a node that no other thread will cancel. */
  private boolean armed(Shard shard, WheelNode node, long tick) {
    if (!accepted(shard, tick)) {
      node.claimCancel();
      return false;
    }
    return true;
  }

  /** Wakes the driver if the shard asks for it; {@return whether the shard took the node} */
  private boolean accepted(Shard shard, long tick) {
    if (tick != Shard.CLOSED && tick != Shard.NO_WAKE) {
      pacer.wakeBy(tick);
      shard.told();
    }
    return tick != Shard.CLOSED;
  }

  private long post(Shard shard, WheelNode node) {
    if (!shard.post(node)) {
      return Shard.CLOSED;
    }
    // Read after the push: a reschedule of a node without an owner relies on this order.
    return time.tickAtOrAfter(node.deadlineNanos());
  }

  private boolean fire(WheelNode node) {
    if (stopped) {
      return false;
    }
    if (!outlet.mayRunInline(node)) {
      fireNow(node);
      return true;
    }
    if (!Nesting.enter()) {
      return armAt(null, node, deadlineAfter(0)); // fires with the next turn
    }
    try {
      fireNow(node);
    } finally {
      Nesting.leave();
    }
    return true;
  }

  private void fireNow(WheelNode node) {
    node.primeFired(time.now());
    ledger.undelayed();
    outlet.accept(node);
  }

  /** {@return a lane to one shard, for a client whose nodes must fire in order} */
  public Lane lane() {
    return new Lane(this, shards.at(ThreadLocalRandom.current().nextInt(shards.count())));
  }

  boolean rearmIn(Shard shard, WheelNode node, long deadlineNanos) {
    pacer.start(); // an undelayed first run has not started it
    if (limit != null) {
      limit.retake();
    }
    boolean armed =
        node.claimRearm(Math.min(deadlineNanos, WheelNode.NEVER_NANOS))
            && armed(shard, node, relink(shard, node));
    if (!armed && limit != null) {
      limit.give(1);
    }
    return armed;
  }

  /**
   * Arms a fired node again, on behalf of its owner.
   *
   * @param node whose run has ended
   * @param deadlineNanos since the origin of this timer; may have passed
   * @return false if the node was retired or the timer stopped; it will not run again
   */
  public boolean rearm(WheelNode node, long deadlineNanos) {
    return rearmIn(home(), node, deadlineNanos);
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
    if (deadline < old) {
      try {
        bringForward(node, deadline);
      } catch (Throwable failure) {
        node.restoreDeadline(deadline, old);
        throw failure;
      }
    }
    home().countRescheduled();
    return true;
  }

  void bringForward(WheelNode node, long deadline) {
    VarHandle.fullFence(); // writes the new deadline before it reads the place
    if (node.owner() instanceof Shard shard) {
      accepted(shard, relink(shard, node)); // a closed shard keeps it, and stop returns it
    } else {
      // The node is in an inbox, and will be linked for the new deadline. The driver may sleep
      // beyond that: the thread that queued the node has told it of the old one.
      pacer.wakeBy(time.tickAtOrAfter(deadline));
    }
  }

  private Shard home() {
    return shards.at(homes.shardOf(ShardAffinity.entry()));
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
    try {
      drop(node);
    } finally {
      node.onCancelled();
    }
    return true;
  }

  /**
   * Makes sure that a node will not fire, whether it is armed now or about to be armed again.
   *
   * @param node that was armed here
   */
  public void discard(WheelNode node) {
    while (!node.isOver() && !withdraw(node)) {
      node.retire();
    }
  }

  /**
   * Takes an armed node back: cancels it without telling it.
   *
   * @param node that was armed here
   * @return whether this call did; false if it has fired, or was cancelled by another
   */
  public boolean withdraw(WheelNode node) {
    boolean won = node.claimCancel();
    if (won) {
      drop(node);
    }
    return won;
  }

  /** Removes a cancelled node from the wheel, without a lock. */
  void drop(WheelNode node) {
    if (limit != null) {
      limit.give(1);
    }
    Shard.drop(node);
  }

  /** {@return how many nodes are armed; exact while no thread arms, cancels or fires} */
  public long pending() {
    return ledger.pending();
  }

  /**
   * Finds nodes that wait for their deadline. Finds each node that was armed before the call and
   * still waits after it; others may be found or not. O(all nodes).
   *
   * @param wanted called under the lock of a shard, so it must be quick and arm nothing
   * @return the nodes, in no order
   */
  public List<WheelNode> pending(Predicate<? super WheelNode> wanted) {
    List<WheelNode> found = new ArrayList<>();
    shards.forEach(
        shard -> {
          shard.settle(pacer);
          shard.forEach(
              node -> {
                if (node.isArmed() && wanted.test(node)) {
                  found.add(node);
                }
              });
        });
    return found;
  }

  /** {@return how many nodes the limit has refused} */
  public long refusals() {
    return limit == null ? 0 : limit.refusals();
  }

  /** {@return what this timer has done so far} Visits every shard. */
  public EngineStats stats() {
    return ledger.stats(turn);
  }

  /**
   * Sets a listener for when the wheels have to be turned earlier than before. For a clock that is
   * moved by hand; a driver needs none.
   *
   * @param told called by the thread that arms, with no lock held
   */
  public void onEarlier(Runnable told) {
    pacer.onEarlier(told);
  }

  /** {@return nanoseconds until the wheels have to be turned; may be too few, never too many} */
  public OptionalLong nanosToNextExpiry() {
    shards.forEach(shard -> shard.settle(pacer));
    long tick = turn.nextTick();
    return tick == Wheel.NEVER_TICK
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, turn.nanosUntil(tick)));
  }

  /** Fires due nodes. Called by the thread that moves a manual clock; one thread at a time. */
  public void turn() {
    turn.run();
  }

  /** {@return whether the calling thread turns the wheels} */
  public boolean isDriver() {
    return pacer.isCurrentThread();
  }

  /**
   * Refuses new nodes from now on, cancels armed ones, and ends the driver. May be called again.
   *
   * @param waitNanos how long to wait for the driver to hand on fired nodes
   * @return the nodes that this call cancelled
   */
  public List<WheelNode> stop(long waitNanos) {
    stopped = true;
    List<WheelNode> left = takeAll();
    pacer.stop(waitNanos);
    left.forEach(WheelNode::onStopped);
    return left;
  }

  /** Closes all shards and cancels their nodes. After an Error the next call goes on with it. */
  private List<WheelNode> takeAll() {
    synchronized (leftBehind) {
      shards.close(leftBehind::add);
      List<WheelNode> cancelled = new ArrayList<>(leftBehind.size());
      for (WheelNode node : leftBehind) {
        if (node.claimCancel()) {
          cancelled.add(node);
        }
      }
      leftBehind.clear();
      if (limit != null) {
        limit.give(cancelled.size());
      }
      return cancelled;
    }
  }
}
