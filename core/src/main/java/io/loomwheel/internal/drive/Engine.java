package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ChunkWalk;
import io.loomwheel.internal.wheel.StoppedNodes;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A timer of wheel nodes: the shards, and the pacer that has them turned.
 *
 * <p>Thread-safe. Arming and cancelling never wait: they take a lock only if it is free, and have
 * another way if it isn't. Delays are nanoseconds.
 */
public final class Engine {
  /** Made early, because to link it takes memory. */
  private static final BinaryOperator<@Nullable Throwable> ADD = Callbacks::add;

  /** How many other shards to try before the node is left in the inbox of the first. */
  private static final int OTHERS = 4;

  /**
   * How deep undelayed tasks nest on a thread at most: an executor may run a task on the thread
   * that hands it over, and the task may arm another without delay, until the stack overflows.
   */
  private static final int DEEPEST = 32;

  private static final ThreadLocal<int[]> NESTED = ThreadLocal.withInitial(() -> new int[1]);

  private final Shards shards;
  private final ShardAffinity homes;
  private final TickClock time;
  private final Outlet outlet;
  private final ExpiryPass turn;
  private final Pacer pacer;
  private final Counters ledger;

  /** Null unless the timer has a limit. */
  private final @Nullable PendingLimit limit;

  /** Also the monitor in which the shards are closed. */
  private final StoppedNodes stoppedNodes = new StoppedNodes();

  /** Set once, as the timer is made. */
  private BooleanSupplier movedByCaller = () -> false;

  /** Places that were taken and not given back. */
  private final LongAdder places = new LongAdder();

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
    shards = new Shards(settings.shards(), settings.wheels(), this::wakeDriver);
    homes = new ShardAffinity(settings.shards());
    home(); // makes a shard, so that its classes are loaded by now
    long most = settings.maxPending();
    limit =
        most == 0
            ? null
            : new PendingLimit(most, System::nanoTime, soFar -> outlet.refusing(soFar, most));
    turn = new ExpiryPass(shards, time, outlet, limit, settings.threads() != null);
    pacer =
        settings.threads() == null
            ? new ManualPacer()
            : new Driver(turn, settings.threads(), settings.longestSleepNanos());
    ledger = new Counters(shards);
  }

  /** Starts the driver, if there is one and it has not started. */
  public void start() {
    pacer.start();
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
    return delayNanos <= 0 ? fire(node) : armAt(node, deadlineAfter(delayNanos));
  }

  /**
   * {@return the deadline of what waits that long from now} Starts the driver, then reads the
   * clock: a deadline must not include the start of a thread.
   *
   * @param delayNanos not negative
   */
  public long deadlineAfter(long delayNanos) {
    pacer.start();
    return time.deadlineAfter(delayNanos);
  }

  /** Arms a new node for a deadline. */
  boolean armAt(WheelNode node, long deadlineNanos) {
    PendingLimit most = limit;
    if (most == null) {
      return link(node, deadlineNanos);
    }
    boolean armed = false;
    most.take();
    try {
      armed = link(node, deadlineNanos);
    } finally {
      if (!armed) {
        try {
          most.give(1);
        } catch (Throwable overflow) {
          most.owed++;
        }
      }
    }
    return armed;
  }

  private boolean link(WheelNode node, long deadlineNanos) {
    node.prime(deadlineNanos);
    try {
      return linkAnywhere(node);
    } catch (Throwable failure) {
      if (node.claimCancel()) {
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
    return tick == Shard.BUSY ? linkElsewhere(node, entry, home) : armed(node, tick);
  }

  private boolean linkElsewhere(WheelNode node, int entry, int home) {
    for (int i = 1; i <= OTHERS; i++) {
      int other = (home + i) & (shards.count() - 1);
      Shard shard = shards.at(other);
      long tick = shard.tryArm(node);
      if (tick != Shard.BUSY) {
        homes.move(entry, other);
        return armed(node, tick);
      }
    }
    Shard shard = shards.at(home);
    return armed(node, post(shard, node));
  }

  /**
   * Handles the answer of a shard that was given an armed node: wakes the driver if it plans to
   * come later. Each thread compares its own tick with the driver's plan, so none relies on
   * another, which an Error may have stopped.
   *
   * @return false if the shard is closed and the node will not run; stop may have taken it by now,
   *     and will return it
   */
  private boolean armed(WheelNode node, long tick) {
    if (tick == Shard.CLOSED) {
      return !node.claimCancel();
    }
    pacer.wakeBy(tick);
    return true;
  }

  private void wakeDriver() {
    pacer.wake();
  }

  private long post(Shard shard, WheelNode node) {
    return shard.post(node) ? time.tickAtOrAfter(node.deadlineNanos()) : Shard.CLOSED;
  }

  private boolean fire(WheelNode node) {
    if (stopped) {
      return false;
    }
    node.primeFired(time.now());
    return handOn(node, true);
  }

  /**
   * Hands on a node that counts as fired; if too many nest on this thread, the next turn does it.
   *
   * @param fired needs no place
   * @return false if that turn won't come, because the timer is stopped
   */
  public boolean resubmit(WheelNode fired) {
    return handOn(fired, false);
  }

  private boolean handOn(WheelNode fired, boolean counts) {
    int[] depth = outlet.mayRunInline(fired) ? NESTED.get() : null;
    if (depth != null && depth[0] == DEEPEST) {
      return rearm(fired, time.now());
    }
    if (depth != null) {
      depth[0]++;
    }
    try {
      if (counts) {
        ledger.undelayed();
      }
      outlet.accept(fired);
    } finally {
      if (depth != null) {
        depth[0]--;
      }
    }
    return true;
  }

  /**
   * Arms a fired node again, on behalf of its owner.
   *
   * @param node whose run has ended
   * @param deadlineNanos since the origin of this timer; may have passed
   * @return false if the node was retired or the timer stopped; it will not run again
   */
  public boolean rearm(WheelNode node, long deadlineNanos) {
    pacer.start(); // an undelayed first run has not started it
    long deadline = Math.min(deadlineNanos, WheelNode.NEVER_NANOS);
    PendingLimit most = limit;
    boolean claimed = false;
    boolean armed = false;
    if (most != null) {
      most.retake();
    }
    try {
      claimed = node.claimRearm(deadline);
      if (claimed) {
        Shard shard = home();
        long tick = shard.tryRearm(node);
        armed = armed(node, tick == Shard.BUSY ? post(shard, node) : tick);
      }
    } catch (Throwable failure) {
      if (!claimed || node.unclaimRearm(deadline)) {
        throw failure; // its owner may try again
      }
      armed = true; // it was linked by then, and has fired
    } finally {
      if (!armed && most != null) {
        try {
          most.give(1);
        } catch (Throwable overflow) {
          most.owed++;
        }
      }
    }
    return armed;
  }

  /**
   * Gives an armed node another deadline. A later one costs one compare-and-set.
   *
   * @param node that was armed here
   * @param delayNanos from now
   * @return false if it was too late
   */
  public boolean reschedule(WheelNode node, long delayNanos) {
    return rescheduleTo(node, time.deadlineAfter(Math.max(delayNanos, 0)));
  }

  /**
   * Gives an armed node another deadline. A later one costs one compare-and-set.
   *
   * @param node that was armed here
   * @param deadline since the origin of this timer; may have passed
   * @return false if it was too late
   */
  public boolean rescheduleTo(WheelNode node, long deadline) {
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
    long tick = time.tickAtOrAfter(deadline);
    if (node.owner() instanceof Shard shard) { // else it is in an inbox, to be linked as it is now
      long linked = shard.tryBringForward(node);
      if (linked == Shard.BUSY) {
        shard.postMoved(node);
      } else {
        tick = linked;
      }
    }
    pacer.wakeBy(tick);
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
    if (!withdraw(node)) {
      return false;
    }
    node.onCancelled();
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
    if (!node.claimCancel()) {
      return false;
    }
    PendingLimit most = limit;
    if (most != null) {
      try {
        most.give(1);
      } catch (Throwable overflow) {
        most.owed++;
      }
    }
    return true;
  }

  /**
   * {@return how many nodes are armed, and how many places were taken; exact while no thread arms,
   * cancels or fires}
   */
  public long pending() {
    return ledger.pending() + places.sum();
  }

  /**
   * Takes a place for what waits by itself: it counts as pending, and towards the limit.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the limit is reached
   */
  public void takePlace() {
    if (limit != null) {
      limit.take();
    }
    places.increment();
  }

  /** Takes a place even above the limit, for what had one before. */
  public void retakePlace() {
    if (limit != null) {
      limit.retake();
    }
    places.increment();
  }

  /** Gives a place back. */
  public void givePlace() {
    if (limit != null) {
      limit.give(1);
    }
    places.decrement();
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
          shard.settle();
          shard.forEach(
              node -> {
                if (node.isArmed() && wanted.test(node)) {
                  found.add(node);
                }
              });
        });
    return found;
  }

  /**
   * Visits the nodes that wait, with no lock held: each shard's lock is taken for some microseconds
   * at a time. A node that is armed, fires or moves meanwhile may be missed or visited twice.
   *
   * @param visit any thread
   */
  public void walk(Consumer<? super WheelNode> visit) {
    ChunkWalk walk = new ChunkWalk();
    shards.forEach(
        shard -> {
          while (shard.hasMail() && !shard.settleSome()) {
            Thread.onSpinWait(); // so that others may have the lock
          }
          walk.begin();
          boolean more = true;
          while (more) {
            more = shard.copy(walk);
            walk.visit(visit);
          }
        });
  }

  /**
   * Cancels the pending nodes of one user of this timer. May be called again after an Error.
   *
   * @param wanted as for {@link #pending(Predicate)}
   * @param to gets those that this call cancelled; they are not told yet
   */
  public void cancelPending(Predicate<? super WheelNode> wanted, StoppedNodes to) {
    Callbacks.callEach(pending(wanted), node -> cancel(node, to));
  }

  /** Cancels a node that is told later; owes its place if that can't be given back. */
  private void cancel(WheelNode node, StoppedNodes to) {
    PendingLimit most = limit;
    if (to.cancel(node) && most != null) {
      try {
        most.give(1);
      } catch (Throwable overflow) {
        most.owed++;
      }
    }
  }

  /** {@return how many nodes the limit has refused} */
  public long refusals() {
    return limit == null ? 0 : limit.refusals();
  }

  /** {@return the time since the limit last refused a node; the greatest number if it never did} */
  public long nanosSinceRefusal() {
    return limit == null ? Long.MAX_VALUE : limit.nanosSinceRefusal();
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

  /**
   * Sets what knows whether the calling thread moves the clock by hand.
   *
   * @param asks any thread
   */
  public void movedByCaller(BooleanSupplier asks) {
    movedByCaller = asks;
  }

  /** {@return whether the calling thread moves the clock, so that it can't wait for it} */
  public boolean isMovedByCaller() {
    return movedByCaller.getAsBoolean();
  }

  /** {@return nanoseconds until the wheels have to be turned; may be too few, never too many} */
  public OptionalLong nanosToNextExpiry() {
    shards.forEach(Shard::settle);
    if (isByHand() && turn.hasFired()) {
      return OptionalLong.of(0); // a turn that failed has left them
    }
    long tick = turn.nextTick();
    return tick == Wheel.NEVER_TICK
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, turn.nanosUntil(tick)));
  }

  /**
   * Fires due nodes. Called by the thread that moves a manual clock; one thread at a time. Throws
   * what failed on the way; what was due then stays due.
   */
  public void turn() {
    do {
      turn.runByHand();
    } while (turn.hasWork());
    pacer.turned(turn);
  }

  /** {@return whether the calling thread turns the wheels} */
  public boolean isDriver() {
    return pacer.isCurrentThread();
  }

  /**
   * Refuses new nodes from now on, cancels armed ones and tells them, and ends the driver. Each
   * step is taken, then the first of what was thrown is thrown. May be called again, and goes on
   * then.
   *
   * @param waitNanos how long to wait for the driver to hand on fired nodes
   */
  public void stop(long waitNanos) {
    stopped = true;
    Throwable first = null;
    try {
      cancelAll();
    } catch (Throwable thrown) {
      first = thrown;
    }
    try {
      pacer.stop(waitNanos);
    } catch (Throwable thrown) {
      first = Callbacks.add(first, thrown);
    }
    Callbacks.throwIfAny(stoppedNodes.tellAll(first, ADD));
  }

  /**
   * Takes the nodes that stops have cancelled and told. Each is taken once; if this throws, none.
   *
   * @param to gets the nodes; must not call other code
   */
  public void takeStopped(Consumer<? super WheelNode> to) {
    stoppedNodes.takeTold(to);
  }

  private void cancelAll() {
    synchronized (stoppedNodes) {
      shards.close(node -> cancel(node, stoppedNodes));
    }
  }
}
