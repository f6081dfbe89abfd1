package io.loomwheel.drive;

import io.loomwheel.wheel.Expired;
import io.loomwheel.wheel.Wheel;
import io.loomwheel.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A wheel, the lock around it, and the inbox for those who find the lock taken.
 *
 * <p>Producers only ever try the lock; the driver and {@code stop} wait for it, and it is held for
 * a few stores, or by the driver for one advance. Whoever holds it empties the inbox first, so that
 * the order of submission survives contention.
 */
final class Shard extends ShardPad {
  /** Returned by {@link #tryArm} when another thread holds the lock. */
  static final long BUSY = -1;

  /** Returned by {@link #tryArm} and {@link #post} when the shard takes no more. */
  static final long CLOSED = -2;

  /** Returned by {@link #tryArm} when the driver has to know nothing. */
  static final long NO_WAKE = Wheel.NEVER_TICK;

  /** Cancellations before memory is looked at; below it there is little to give back. */
  private static final int SWEEP_FROM = 4096;

  private static final VarHandle NEXT_TICK;
  private static final VarHandle CANCELS;
  private static final VarHandle ARMED;
  private static final VarHandle FIRED;
  private static final VarHandle CANCELLED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT_TICK = lookup.findVarHandle(ShardFields.class, "nextTick", long.class);
      CANCELS = lookup.findVarHandle(ShardFields.class, "cancels", int.class);
      ARMED = lookup.findVarHandle(ShardFields.class, "armed", long.class);
      CANCELLED = lookup.findVarHandle(ShardFields.class, "cancelled", long.class);
      FIRED = lookup.findVarHandle(ShardFields.class, "fired", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Wheel wheel;
  private final Inbox inbox = new Inbox();

  /** Written and read under the lock. */
  private boolean closed;

  Shard(Function<? super Shard, ? extends Wheel> wheel) {
    this.wheel = wheel.apply(this);
    nextTick = Wheel.NEVER_TICK;
  }

  /**
   * Links an armed node if the lock is free.
   *
   * @return {@link #BUSY}, {@link #CLOSED}, {@link #NO_WAKE}, or the tick that the driver has to be
   *     told of
   */
  long tryArm(WheelNode node) {
    if (!tryLock()) {
      return BUSY;
    }
    try {
      return closed ? CLOSED : link(node);
    } finally {
      unlock();
    }
  }

  /**
   * Leaves an armed node in the inbox.
   *
   * @return false if the shard takes no more
   */
  boolean post(WheelNode node) {
    return inbox.push(node);
  }

  /**
   * Links a node that other threads know already: one that is armed again, or one that lies in the
   * wheel and has got an earlier deadline.
   *
   * @return as {@link #tryArm}
   */
  long tryRelink(WheelNode node) {
    if (!tryLock()) {
      return BUSY;
    }
    try {
      if (closed) {
        return CLOSED;
      }
      return Math.min(drainInbox(), linkKnown(node));
    } finally {
      unlock();
    }
  }

  /** Takes out what is due. For the driver; waits for the lock. */
  void turn(long nowTick, Expired out) {
    lock();
    try {
      drainInbox();
      int before = out.size();
      try {
        wheel.advance(nowTick, out);
        wheel.prepare();
      } finally {
        FIRED.setOpaque(this, fired + out.size() - before);
        NEXT_TICK.setVolatile(this, wheel.nextTick());
      }
    } finally {
      unlock();
    }
  }

  /** Takes out all nodes and refuses any more. */
  void close(Consumer<? super WheelNode> to) {
    lock();
    try {
      closed = true;
      inbox.close(
          node -> {
            if (node.keeper() == null) {
              countArmed();
            }
            to.accept(node);
          });
      wheel.drain(to);
      NEXT_TICK.setVolatile(this, Wheel.NEVER_TICK);
    } finally {
      unlock();
    }
  }

  /** {@return the tick at which the driver has to look at this shard} */
  long nextTick() {
    return nextTick;
  }

  boolean hasMail() {
    return !inbox.isEmpty();
  }

  /**
   * Drops and counts a cancelled node of this shard, if the lock is free.
   *
   * @return false if somebody else holds the lock
   */
  boolean tryDrop(WheelNode node) {
    if (!tryLock()) {
      return false;
    }
    try {
      node.vacateLocked();
      CANCELLED.setOpaque(this, cancelled + 1);
      int cancels = this.cancels + 1; // one of another thread may be lost, it is a sample anyway
      CANCELS.setOpaque(this, cancels);
      if (cancels % SWEEP_FROM == 0) {
        sweepIfWorthIt();
      }
    } finally {
      unlock();
    }
    return true;
  }

  /** {@return how many nodes were dropped by {@link #tryDrop}} */
  long cancelled() {
    return (long) CANCELLED.getOpaque(this);
  }

  /** Told of some of this shard's nodes that were dropped without its lock, as a sample of more. */
  void dropped(int count) {
    int cancels = (int) CANCELS.getAndAdd(this, count) + count;
    if (cancels >= SWEEP_FROM && tryLock()) {
      try {
        sweepIfWorthIt();
      } finally {
        unlock();
      }
    }
  }

  /**
   * Links what lies in the inbox, so that {@link #nextTick} speaks for it too.
   *
   * @param pacer told of it: between the two the driver may have seen neither and gone to sleep
   */
  void settle(Pacer pacer) {
    if (hasMail()) {
      long lowered;
      lock();
      try {
        lowered = drainInbox();
      } finally {
        unlock();
      }
      if (lowered != NO_WAKE) {
        pacer.wakeBy(lowered);
      }
    }
  }

  /** Shows every node that is linked, some of them cancelled. Waits for the lock. */
  void forEach(Consumer<? super WheelNode> to) {
    lock();
    try {
      wheel.forEach(to);
    } finally {
      unlock();
    }
  }

  /** {@return how many nodes were ever linked} */
  long armed() {
    return (long) ARMED.getOpaque(this);
  }

  /** {@return how many nodes were ever fired} */
  long fired() {
    return (long) FIRED.getOpaque(this);
  }

  // --- under the lock ---

  private long link(WheelNode node) {
    long lowered = Math.min(drainInbox(), insert(node));
    countArmed();
    return lowered;
  }

  /** Links a node of which others know, and counts it unless it lies here and is to be moved. */
  private long linkKnown(WheelNode node) {
    boolean isNew = node.keeper() == null;
    long lowered = relink(node);
    if (isNew) {
      countArmed(); // after it was linked, which takes memory
    }
    return lowered;
  }

  /**
   * Links a node that others may cancel or reschedule meanwhile. They change its word and then look
   * for its place; we write its place and then look at its word; so one of us sees the other.
   */
  private long relink(WheelNode node) {
    long lowered = NO_WAKE;
    long linkedFor;
    long deadline = node.deadlineNanos();
    do {
      linkedFor = deadline;
      node.vacate();
      lowered = Math.min(lowered, insert(node));
      VarHandle.fullFence();
      deadline = node.deadlineNanos();
    } while (node.isArmed() && deadline < linkedFor);
    if (!node.isArmed()) {
      node.vacate();
    }
    return lowered;
  }

  private long insert(WheelNode node) {
    long tick = wheel.insert(node);
    if (tick < nextTick) {
      NEXT_TICK.setVolatile(this, tick); // before the caller looks at the driver's wake-up time
      return tick;
    }
    return NO_WAKE;
  }

  private long drainInbox() {
    if (inbox.isEmpty()) {
      return NO_WAKE;
    }
    long[] lowered = {NO_WAKE};
    inbox.drain(node -> lowered[0] = Math.min(lowered[0], linkKnown(node)));
    return lowered[0];
  }

  /** A sweep walks all cells, so there have to be nearly as many holes. */
  private void sweepIfWorthIt() {
    if (cancels >= wheel.cells() / 4 * 3) {
      CANCELS.setOpaque(this, 0);
      wheel.sweep();
    }
  }

  private void countArmed() {
    ARMED.setOpaque(this, armed + 1);
  }
}
