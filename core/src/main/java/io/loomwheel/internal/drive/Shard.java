package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ChunkWalk;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A wheel, the lock around it, and an inbox for threads that find the lock taken.
 *
 * <p>Producers only try the lock, unless they have no memory; all others wait for it. The holder
 * empties the inbox first, so that the order of submission survives contention; a producer takes a
 * few nodes from it at most.
 *
 * <p><b>An Error under the lock leaves the shard usable and loses no node.</b> The likeliest one is
 * a stack overflow, in an application thread that arms with a deep stack. Any call may overflow. So
 * a node leaves the inbox only after it was linked, and is linked by calls first and stores last.
 */
final class Shard extends SlotOwner {
  /** How many nodes of the inbox a producer links before its own. */
  private static final int FEW = 16;

  /** How many nodes of the inbox a visit links at a time. */
  private static final int SOME = 256;

  /** One in so many that are left in the inbox, some 18 KB, has the driver empty it. */
  private static final int COME_EVERY = 256;

  /** With fewer cells there is little memory to free: 16 KB. */
  private static final int SWEEP_FROM = 4096;

  private static final VarHandle LOCK;
  private static final VarHandle CANCELLED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LOCK = lookup.findVarHandle(Shard.class, "lock", long.class);
      CANCELLED = lookup.findVarHandle(Shard.class, "cancelled", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // The contended fields are longs, and the padding behind them ints: a JVM lays longs out first.

  /** 0 free, 1 held. */
  volatile long lock;

  /** Nodes ever cancelled, by a sample. Each sweep sets it anew, by what it finds. */
  volatile long cancelled;

  /** The tick at which the driver has to come; may be too early, never too late. */
  volatile long nextTick = Wheel.NEVER_TICK;

  /** Nodes ever armed, those in the inbox left out. */
  long armed;

  /** What was ever left in the inbox; of threads that add at once, some don't count. */
  private long posted;

  @SuppressWarnings("unused") // trailing padding, against false sharing
  private int b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
  @SuppressWarnings("unused") // as before
  private int b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30, b31;

  final Wheel wheel;

  private final Shards all;

  /** Nodes that were armed, and {@link Moved} ones, while the lock was taken. */
  private final Queue<Object> inbox = new ConcurrentLinkedQueue<>();

  /** A linked node that has got an earlier deadline. */
  private record Moved(WheelNode node) {}

  Shard(Shards all) {
    this.all = all;
    this.wheel = all.wheels.apply(this);
  }

  /**
   * Links a node, which other threads know if it is armed again. Either links it or throws an
   * Error. Afterwards the caller has to wake the driver by {@link #nextTick}. {@return false if
   * another thread holds the lock, many nodes wait in the inbox, or the timer was stopped}
   */
  boolean tryArm(WheelNode node, boolean isKnown) {
    if (!tryLock()) {
      return false;
    }
    try {
      if (all.closed || (hasQueuedNodes() && !drain(FEW))) {
        return false;
      }
      long tick = isKnown ? wheel.insertKnown(node) : wheel.insert(node);
      armed++; // no call from here on: a linked node is always counted
      if (tick < nextTick) {
        nextTick = tick;
      }
      return true;
    } catch (Throwable failure) {
      nextTick = 0; // it may be linked all the same: the next turn finds out
      if (node.owner() != this) {
        throw failure;
      }
      armed++;
      return true;
    } finally { // first, so that no other call overflows before it
      try {
        LOCK.setRelease(this, 0L);
      } catch (Throwable overflow) {
        lock = 0; // it has done nothing then
      }
    }
  }

  /**
   * Links a node that lies in this wheel once more, for its earlier deadline. It leaves an empty
   * cell behind, which no cancel has counted; so who adds a chunk here asks for a sweep if need be.
   * {@return false if another thread holds the lock, or many nodes wait in the inbox}
   */
  boolean tryBringForward(WheelNode node) {
    if (!tryLock()) {
      return false;
    }
    boolean hasGrown;
    try {
      if (hasQueuedNodes() && !drain(FEW)) {
        return false;
      }
      int cells = wheel.cells();
      lowerNextTick(wheel.bringForward(node));
      hasGrown = wheel.cells() > cells;
    } finally {
      lock = 0;
    }
    if (hasGrown) {
      askForSweep();
    }
    return true;
  }

  /** Leaves an armed node in the inbox; {@return false if the timer was stopped: it won't run} */
  boolean post(WheelNode node) {
    countPosted(); // first: what throws has left nothing
    if (!all.closed) { // else nobody may empty the inbox any more
      inbox.add(node);
    }
    return !all.closed || !node.claimCancel(); // else a stop has it, and will return it
  }

  /**
   * Leaves an armed node, which is linked here or nowhere, to who holds the lock next, unless the
   * timer is stopped. Needs no memory; waits for the lock.
   */
  void leave(WheelNode node, @Nullable SlotOwner from) {
    lock();
    try {
      // The word first: a node that is armed again has left its place before.
      if (!all.closed && node.isArmed() && node.owner() == from) {
        wheel.leave(node);
        armed += from == null ? 1 : 0;
      } // else it has fired, was cancelled, or was armed again elsewhere
    } finally {
      lock = 0;
    }
  }

  /** Leaves a node that lies in this wheel and has got an earlier deadline in the inbox. */
  void postMoved(WheelNode node) {
    countPosted();
    inbox.add(new Moved(node));
  }

  /** Otherwise what is cancelled in the inbox would be held until the driver comes anyway. */
  private void countPosted() {
    if (++posted % COME_EVERY == 0) {
      all.driverWanted.run();
    }
  }

  /**
   * Takes out the nodes that are due. Called by the driver; waits for the lock. If it throws, the
   * next tick stays unchanged, so that the driver comes again.
   */
  void turn(long nowTick, ExpiredBuffer out) {
    lock();
    try {
      drain(Integer.MAX_VALUE);
      nextTick = wheel.advance(nowTick, out);
    } finally {
      lock = 0;
    }
  }

  /** {@return whether there is work between ticks} By the driver. */
  boolean hasWork() {
    return wheel.hasWork() || isSweepDue();
  }

  /** Does a share of that work, some 50 µs. Called by the driver; waits for the lock. */
  void work(ExpiredBuffer out) {
    lock();
    try {
      if (!wheel.isSweeping() && isSweepDue()) {
        CANCELLED.getAndAdd(this, live());
        wheel.beginSweep();
      }
      linkLeft(); // what waits there must not fire before
      boolean sweeps = wheel.isSweeping();
      wheel.work(out);
      if (sweeps && !wheel.isSweeping()) {
        endSweep();
      }
      nextTick = wheel.nextTick();
    } finally {
      lock = 0;
    }
  }

  /** Passes on all nodes that are left here, and drops them. By {@link Shards#close}. */
  void close(Consumer<? super WheelNode> to) {
    lock();
    try {
      drain(Integer.MAX_VALUE);
      wheel.forEach(to);
      wheel.clear();
      nextTick = Wheel.NEVER_TICK;
    } finally {
      lock = 0;
    }
  }

  boolean hasQueuedNodes() {
    return !inbox.isEmpty() || wheel.hasLeft();
  }

  /**
   * {@return how many nodes were cancelled, and how many are linked, as {@link Wheel#count} says}
   * Waits for the lock. By an estimate fewer than none may have been cancelled.
   */
  long[] sample(int most) {
    lock();
    try {
      drain(Integer.MAX_VALUE);
      long linked = wheel.count(most);
      return new long[] {armed - wheel.fired() - linked, linked};
    } finally {
      lock = 0;
    }
  }

  /** Links the nodes of the inbox, so that they are found. Others may have the lock in between. */
  void settle() {
    int left = inbox.size(); // what comes meanwhile is for others
    while (left >= 0 && hasQueuedNodes() && !locked(() -> drain(SOME))) {
      left -= SOME;
      Thread.onSpinWait();
    }
  }

  /** Copies the next portion for a walk; {@return whether there may be more} */
  boolean copy(ChunkWalk walk) {
    return locked(() -> walk.copy(wheel));
  }

  /** Passes on every linked node; some may be cancelled. Waits for the lock. */
  void forEach(Consumer<? super WheelNode> to) {
    locked(
        () -> {
          linkLeft(); // a stop of one user cancels these nodes, and uses their link
          wheel.forEach(to);
          return true;
        });
  }

  // --- sweeping ---

  /**
   * Counts nodes that were cancelled in their cells; asks for a sweep if one is due. The sample
   * errs by a few in a hundred, without end; but no more nodes are linked than there are cells, so
   * it is never farther off than that.
   */
  @Override
  public void cancelled(int nodes) {
    CANCELLED.getAndAdd(this, Math.max(nodes, live() - wheel.cells()));
    askForSweep();
  }

  private void askForSweep() {
    if (isSweepDue()) {
      all.driverWanted.run();
    }
  }

  /**
   * {@return whether so few nodes are left that a sweep is worth it: one in eight cells} Then a
   * live node has 32 bytes of cells at most, and is larger itself. Cells of nodes that are
   * cancelled at random come back chunk by chunk, without a sweep, before they are so many.
   */
  private boolean isSweepDue() {
    long cells = wheel.cells();
    long live = live();
    return cells - live >= SWEEP_FROM && live <= cells / 8;
  }

  /**
   * {@return how many nodes are linked, as far as the sample of cancels tells; during a sweep, how
   * many more than when it began}
   */
  private long live() {
    return armed - wheel.fired() - cancelled;
  }

  /**
   * Takes what the sweep has found for what is linked. So none is due now: half of the cells hold a
   * node at least. Nodes that have come since the sweep began are left out, because it may have
   * found them or not, and those that have left are taken off: the next sweep may come early then,
   * and finds the truth, but never late.
   */
  private void endSweep() {
    CANCELLED.getAndAdd(this, Math.max(0, live()) - found);
  }

  // --- the lock ---

  boolean tryLock() {
    return lock == 0 && LOCK.compareAndSet(this, 0L, 1L);
  }

  /** Waits for the lock, held for a few stores. For the driver and visits to all shards. */
  void lock() {
    for (int spins = 0; !tryLock(); spins++) {
      if (spins < 100) {
        Thread.onSpinWait();
      } else {
        Callbacks.giveWay();
      }
    }
  }

  private boolean locked(BooleanSupplier step) {
    lock();
    try {
      return step.getAsBoolean();
    } finally {
      lock = 0;
    }
  }

  // --- under the lock ---

  /** Links nodes of the inbox, oldest first; {@return whether none is left} */
  private boolean drain(int most) {
    linkLeft();
    for (int i = 0; i < most; i++) {
      Object oldest = inbox.peek();
      if (oldest == null) {
        return true;
      }
      if (oldest instanceof Moved moved) {
        lowerNextTick(wheel.bringForward(moved.node));
        inbox.poll();
      } else {
        WheelNode node = (WheelNode) oldest;
        lowerNextTick(wheel.insertKnown(node));
        if (!node.isArmed()) {
          CANCELLED.getAndAdd(this, 1L); // most likely without a cell, where the sample looks
        }
        inbox.poll();
        armed++; // no call since: each counts once
      }
    }
    return inbox.isEmpty();
  }

  private void linkLeft() {
    while (wheel.hasLeft()) {
      long before = nextTick;
      nextTick = 0; // before the driver finds that none is left
      nextTick = Math.min(before, wheel.linkLeft());
    }
  }

  private void lowerNextTick(long tick) {
    if (tick < nextTick) {
      nextTick = tick;
    }
  }
}
