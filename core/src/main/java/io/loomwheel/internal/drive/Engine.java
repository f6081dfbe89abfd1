package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ChunkWalk;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.StoppedNodes;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A timer of wheel nodes: the shards, and the driver that has them turned.
 *
 * <p>Thread-safe. Arming and cancelling never wait: they take a lock only if it is free, and have
 * another way if it isn't; only who finds no memory waits for a lock. Delays are nanoseconds.
 */
public final class Engine {
  /**
   * Settings, which the public API has checked.
   *
   * @param shards how many, a power of two
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param slack a deadline may be late by the delay divided by two to the power of this, but never
   *     early, so that many fall together; 0 means that it is exact
   * @param clock nanoseconds from any origin
   * @param wheels makes the wheel of a shard, given the owner of its nodes
   * @param maxPending how many nodes may be armed at once; 0 means any number
   * @param driver makes the thread that turns the wheels and sleeps in between; null means that the
   *     thread turns them that moves the clock by hand: it calls {@link Engine#turn}
   * @param longestSleepNanos how long the driver sleeps at most while something is armed; bounded
   *     if the clock may leap
   */
  public record EngineSettings(
      int shards,
      int tickShift,
      int slack,
      LongSupplier clock,
      Function<? super SlotOwner, ? extends Wheel> wheels,
      long maxPending,
      @Nullable ThreadFactory driver,
      long longestSleepNanos) {}

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

  /** So many new deadlines are counted one by one. */
  private static final int COUNTED_EACH = 1000;

  /** Of more, one in so many, chosen at random: what is put off alike may have one deadline. */
  private static final int COUNTED_ONE_IN = 64;

  private final Shards shards;
  public final TickClock time;
  private final Outlet outlet;
  private final ExpiryPass expiry;
  private final Driver driver;
  public final Counters counters;

  public final PendingLimit limit;

  /** What stops have cancelled. Also the monitor in which the shards are closed. */
  public final StoppedNodes stopped = new StoppedNodes();

  /** Whether the calling thread moves the clock, so that it can't wait for it. */
  public BooleanSupplier movedByCaller = () -> false;

  /** Where some of the nodes were armed; null unless asked for. Set once, as the timer is made. */
  public @Nullable ArmingSamples samples;

  /**
   * Whether each new deadline is counted, or a sample of them: to count each takes a tenth of the
   * time that it takes to put off. A stale value is benign. Stays set where the clock is moved by
   * hand, and so may tell no call from another.
   */
  private boolean countsEach = true;

  /** Makes a timer that has not started. */
  public Engine(EngineSettings settings, Outlet outlet) {
    this.outlet = outlet;
    time = new TickClock(settings.clock(), settings.tickShift(), settings.slack());
    shards = new Shards(settings.shards(), settings.wheels(), this::wakeDriver);
    shards.at(shards.homeOf(Shards.entry())); // here, so that its classes are loaded by now
    limit = new PendingLimit(settings.maxPending(), System::nanoTime, outlet);
    expiry = new ExpiryPass(shards, time, outlet, limit, settings.driver() != null);
    driver = new Driver(expiry, settings.driver(), settings.longestSleepNanos());
    counters = new Counters(shards, expiry);
  }

  public void start() {
    driver.start();
  }

  public boolean isStopped() {
    return shards.closed;
  }

  /** {@return whether the clock is moved by hand, and so unrelated to the time of day} */
  public boolean isByHand() {
    return !expiry.byDriver;
  }

  /**
   * Arms a new node in any shard; one whose delay isn't positive goes to the outlet at once.
   * {@return false if the timer is stopped} Throws if the limit of pending nodes is reached. What
   * throws has released the permit; at the end of a stack the node may look armed all the same.
   */
  public boolean arm(WheelNode node, long delayNanos) {
    return delayNanos <= 0 ? fire(node) : armAt(node, deadlineAfter(delayNanos), false);
  }

  /**
   * {@return the deadline of what waits that long from now, which is not negative} Starts the
   * driver, then reads the clock: a deadline must not include the start of a thread.
   */
  public long deadlineAfter(long delayNanos) {
    driver.start();
    return time.deadlineAfter(delayNanos);
  }

  /** Arms a node for a deadline, a new one or, if others know it, a fired one again. */
  boolean armAt(WheelNode node, long deadlineNanos, boolean isKnown) {
    if (limit.most > 0) {
      limit.take(isKnown);
    }
    boolean claimed = false;
    boolean armed = false;
    try {
      if (isKnown) {
        claimed = node.claimRearm(deadlineNanos);
      } else {
        node.prime(deadlineNanos);
        claimed = true;
        if (samples != null) {
          samples.offer(node, time); // from here on it waits, or is over
        }
      }
      int entry = Shards.entry();
      int home = shards.homeOf(entry); // once: an Error on the way leaves a node in that shard
      Shard in = null;
      if (claimed) {
        in = isKnown ? linkAgain(node, entry, home) : link(node, false, entry, home);
      }
      armed = in != null;
      if (in != null) {
        wake(in, deadlineNanos, isKnown);
      }
    } catch (Throwable failure) {
      if (!claimed || (isKnown ? node.unclaimRearm() : node.claimCancel())) {
        armed = false;
        throw failure; // the owner of one that others know may try again
      }
      armed = true; // it was linked by then, and has fired
    } finally {
      if (!armed && limit.most > 0) {
        try {
          limit.pending.decrementAndGet();
        } catch (Throwable overflow) {
          limit.owed++;
        }
      }
    }
    return armed;
  }

  /**
   * Links an armed node in the home shard, another one, or the inbox of the first; {@return the
   * shard that has it, or null if the timer is stopped and the node will not run}
   */
  private @Nullable Shard link(WheelNode node, boolean isKnown, int entry, int home) {
    Shard first = shards.at(home);
    return first.tryArm(node, isKnown) ? first : linkElsewhere(node, isKnown, entry, home);
  }

  /** A method of its own, so that the compiler inlines the way past it (ADR 19). */
  private @Nullable Shard linkElsewhere(WheelNode node, boolean isKnown, int entry, int home) {
    for (int i = 1; i <= OTHERS; i++) {
      int number = (home + i) & (shards.count() - 1);
      Shard other = shards.at(number);
      if (other.tryArm(node, isKnown)) {
        shards.moveHome(entry, number);
        return other;
      }
    }
    Shard first = shards.at(home);
    return first.post(node) ? first : null;
  }

  /** As {@link #link}, for a node that others know. Needs no memory. */
  private @Nullable Shard linkAgain(WheelNode node, int entry, int home) {
    try {
      return link(node, true, entry, home);
    } catch (Throwable noMemory) {
      Shard first = shards.madeAt(home); // may have it in its inbox: one lock decides who links it
      if (node.owner() == null) {
        first.leave(node, null);
      }
      return shards.closed && node.claimCancel() ? null : first; // else a stop may have it
    }
  }

  /**
   * Wakes the driver if it plans to come later than for a node that lies in a shard. Each thread
   * compares the tick of that shard with the plan, so none relies on another, which an Error may
   * have stopped; but whoever changes the plan wakes the driver for all. Without stack for that, a
   * node that others know waits until a thread arms another one there.
   */
  private void wake(Shard in, long deadlineNanos, boolean isKnown) {
    try {
      driver.linked(Math.min(in.nextTick, time.tickAtOrAfter(deadlineNanos)), in.armed);
    } catch (Throwable noStack) {
      if (!isKnown) {
        throw noStack;
      }
    }
  }

  private void wakeDriver() {
    driver.wakeBy(-1); // before every tick
  }

  private boolean fire(WheelNode node) {
    if (shards.closed) {
      return false;
    }
    node.primeFired(time.now());
    return handOn(node, true);
  }

  /** {@return whether a node runs on threads of a relay, where a virtual one has just begun} */
  public boolean isHandedOn(WheelNode node) {
    return !outlet.mayRunInline(node);
  }

  /**
   * Hands on a node that counts as fired, and needs no permit; if too many nest on this thread, a
   * turn within a tick does it. Returns false if that turn won't come, because the timer is
   * stopped.
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
        counters.undelayed.increment();
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
   * Arms a fired node again, on behalf of its owner, whose run has ended, for a deadline that may
   * have passed. Needs no memory: where there is none, the driver links it as soon as there is.
   * {@return false if the node was retired or the timer stopped; it will not run again}
   */
  public boolean rearm(WheelNode node, long deadlineNanos) {
    driver.start(); // an undelayed first run has not started it
    return armAt(node, Math.min(deadlineNanos, WheelNode.NEVER_NANOS), true);
  }

  /** {@return the deadline of a second try: 10 ms from now} Needs no clock that can be read. */
  public long soonNanos() {
    long latest = WheelNode.NEVER_NANOS - Driver.PAUSE_NANOS;
    return Math.min(time.nowOrSeen(), latest) + Driver.PAUSE_NANOS;
  }

  /**
   * Gives an armed node another deadline; {@return false if it was too late} A later one costs one
   * compare-and-set.
   */
  public boolean reschedule(WheelNode node, long delayNanos) {
    return rescheduleTo(node, time.deadlineAfter(Math.max(delayNanos, 0)));
  }

  /** As {@link #reschedule}, for a deadline since the timer's origin, which may have passed. */
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
    if (countsEach) {
      counters.rescheduled.increment();
      countsEach = isByHand() || counters.rescheduled.sum() < COUNTED_EACH;
    } else if (ThreadLocalRandom.current().nextInt(COUNTED_ONE_IN) == 0) {
      counters.rescheduled.add(COUNTED_ONE_IN);
    }
    return true;
  }

  /** Links a node that has got an earlier deadline. Needs no memory. */
  void bringForward(WheelNode node, long deadline) {
    VarHandle.fullFence(); // writes the new deadline before it reads the place
    long tick = time.tickAtOrAfter(deadline);
    if (node.owner() instanceof Shard shard) { // else it is in an inbox, to be linked as it is now
      try {
        if (shard.tryBringForward(node)) {
          tick = shard.nextTick;
        } else {
          shard.postMoved(node);
        }
      } catch (OutOfMemoryError noMemory) {
        shard.leave(node, shard);
      }
    }
    driver.wakeBy(tick);
  }

  /** Cancels an armed node and drops it from its slot; {@return whether this call did} */
  public boolean cancel(WheelNode node) {
    if (!withdraw(node)) {
      return false;
    }
    node.onCancelled();
    return true;
  }

  /** Makes sure that a node will not fire, whether it is armed now or about to be armed again. */
  public void discard(WheelNode node) {
    while (!node.isOver() && !withdraw(node)) {
      node.retire();
    }
  }

  /** Cancels an armed node without notifying it; {@return whether this call did} */
  public boolean withdraw(WheelNode node) {
    return cancel(node, null);
  }

  /** Cancels a node, which may be notified later; owes its permit if that can't be released. */
  private boolean cancel(WheelNode node, @Nullable StoppedNodes to) {
    boolean mine = to == null ? node.claimCancel() : to.cancel(node);
    if (mine && limit.most > 0) {
      try {
        limit.pending.decrementAndGet();
      } catch (Throwable overflow) {
        limit.owed++;
      }
    }
    return mine;
  }

  /** {@return how many nodes are armed, and permits held; exact while no thread does more} */
  public long pending() {
    return counters.sum(shard -> shard.sample(Integer.MAX_VALUE)[1]) + limit.outside();
  }

  /**
   * Finds nodes that wait for their deadline, in no order: each that was armed before the call and
   * still waits after it; others may be found or not. O(all nodes). What is wanted is asked under
   * the lock of a shard, so it must be quick and arm nothing.
   */
  public List<WheelNode> pending(Predicate<? super WheelNode> wanted) {
    List<WheelNode> found = new ArrayList<>();
    forEachArmed(wanted, found::add);
    return found;
  }

  /**
   * Cancels the pending nodes of one user of this timer, which are not notified yet. May be called
   * again after an Error.
   */
  public void cancelPending(Predicate<? super WheelNode> wanted, StoppedNodes to) {
    forEachArmed(wanted, node -> cancel(node, to));
  }

  /** Under the lock of a shard, which guards the link of a node until it is cancelled. */
  private void forEachArmed(Predicate<? super WheelNode> wanted, Consumer<WheelNode> to) {
    for (Shard shard : shards.made) {
      shard.settle();
      shard.forEach(
          node -> {
            if (node.isArmed() && wanted.test(node)) {
              to.accept(node);
            }
          });
    }
  }

  /**
   * Visits the nodes that wait, then what waits to be handed on, with no lock held: each shard's
   * lock is taken for some microseconds at a time. A node that is armed, fires or moves meanwhile
   * may be missed or visited twice; its word may not have the given deadline any more.
   */
  public void walk(ObjLongConsumer<? super WheelNode> visit) {
    for (Shard shard : shards.made) {
      shard.settle();
      ChunkWalk walk = new ChunkWalk();
      boolean more = true;
      while (more) {
        more = shard.copy(walk);
        walk.visit(visit);
      }
    }
    expiry.expired.forEach(visit);
  }

  /** {@return as {@link #pending()}; where many are, an estimate that is up to 100 ms old} */
  public long aboutPending() {
    return counters.recentSample().pending() + limit.outside();
  }

  /** Sets what wakes the driver, for tests: called by the thread that arms, with no lock held. */
  public void onWakeUp(Runnable listener) {
    driver.wakeUp = listener;
  }

  /**
   * {@return nanoseconds until the wheels have to be turned; may be too few, never too many; empty
   * if nothing is armed, or nothing that can become due}
   */
  public OptionalLong nanosToNextExpiry() {
    for (Shard shard : shards.made) {
      shard.settle();
    }
    return expiry.nanosUntil(expiry.nextTick());
  }

  /**
   * Fires due nodes. Called by the thread that moves a manual clock; one thread at a time. Throws
   * what failed on the way; what was due then stays due.
   */
  public void turn() {
    do {
      expiry.runByHand();
    } while (expiry.isDue(-1)); // there is work between ticks, or was posted meanwhile
  }

  /** {@return whether this was stopped, and no node that has fired is left to be handed on} */
  public boolean isOver() {
    return shards.closed && expiry.expired.size() == 0;
  }

  /** {@return whether the calling thread turns the wheels} */
  public boolean isDriver() {
    return driver.thread == Thread.currentThread();
  }

  /**
   * Refuses new nodes from now on, cancels and notifies armed ones, and ends the driver. Each step
   * is taken, then the first of what was thrown is thrown. May be called again, and goes on then.
   * Waits so long for the driver to hand on fired nodes.
   */
  public void stop(long waitNanos) {
    Callbacks.runEach(
        () -> {
          synchronized (stopped) {
            shards.close(node -> cancel(node, stopped));
          }
        },
        () -> driver.stop(waitNanos),
        () -> Callbacks.throwIfAny(stopped.notifyEach(ADD)));
  }
}
