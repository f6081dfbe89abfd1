package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A wheel, the lock around it, and an inbox for threads that find the lock taken.
 *
 * <p>Producers only try the lock; the driver and {@code stop} wait for it. It is held for a few
 * stores, or by the driver for one advance. The holder empties the inbox first, so that the order
 * of submission survives contention.
 *
 * <p><b>An Error under the lock leaves the shard usable and loses no node.</b> The likeliest one is
 * a stack overflow, in an application thread that arms or cancels with a deep stack. Any call may
 * overflow, {@link #unlock} too. So each change makes its calls first and its stores last, and a
 * store gives the lock back where the call fails. That is why several methods repeat the same few
 * stores: a method for them would be one more call.
 */
final class Shard extends ShardPad implements SlotOwner {
  /** Returned by {@link #tryArm} when another thread holds the lock. */
  static final long BUSY = -1;

  /** Returned by {@link #tryArm} and {@link #post} when the shard is closed. */
  static final long CLOSED = -2;

  /** Returned by {@link #tryArm} when the driver need not be told. */
  static final long NO_WAKE = Wheel.NEVER_TICK;

  /** Cancellations before a sweep is considered; with fewer there is little memory to free. */
  private static final int SWEEP_FROM = 4096;

  private static final VarHandle CANCELS;
  private static final VarHandle ARMED;
  private static final VarHandle RESCHEDULED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CANCELS = lookup.findVarHandle(ShardFields.class, "cancels", int.class);
      ARMED = lookup.findVarHandle(ShardFields.class, "armed", long.class);
      RESCHEDULED = lookup.findVarHandle(ShardFields.class, "rescheduled", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Wheel wheel;
  private final Inbox inbox = new Inbox();
  private final Linker linkKnown = new Linker();

  /** Written and read under the lock. */
  private boolean closed;

  /**
   * A sweep is considered from so many cancellations on. Written under the lock; a racy read is
   * benign: it only decides whether to take the lock and look.
   */
  private int sweepFrom = SWEEP_FROM;

  Shard(Function<? super SlotOwner, ? extends Wheel> wheel) {
    this.wheel = wheel.apply(this);
    nextTick = Wheel.NEVER_TICK;
  }

  /**
   * Links an armed node if the lock is free. Either links it or throws an Error.
   *
   * @return {@link #BUSY}, {@link #CLOSED}, {@link #NO_WAKE}, or the tick that the caller has to
   *     tell the driver; the caller then calls {@link #told}
   */
  long tryArm(WheelNode node) {
    if (!tryLock()) {
      return BUSY;
    }
    try {
      if (closed) {
        return CLOSED;
      }
      if (!inbox.isEmpty()) {
        inbox.drain(linkKnown);
      }
      long tick = wheel.insert(node);
      armed++; // no call from here on: a linked node is always counted
      if (tick < nextTick) {
        nextTick = tick;
        untold = true;
      }
      return untold ? nextTick : NO_WAKE;
    } finally {
      try {
        unlock();
      } catch (Throwable overflow) {
        lock = 0;
      }
    }
  }

  /** Records that the driver knows of the next tick that was last returned. */
  void told() {
    untold = false;
  }

  /**
   * Leaves an armed node in the inbox.
   *
   * @return false if the shard is closed
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
      inbox.drain(linkKnown);
      linkKnown(node);
      return untold ? nextTick : NO_WAKE;
    } finally {
      try {
        unlock();
      } catch (Throwable overflow) {
        lock = 0;
      }
    }
  }

  /**
   * Takes out the nodes that are due. Called by the driver; waits for the lock. If it throws, the
   * next tick stays unchanged, so that the driver comes again.
   */
  void turn(long nowTick, ExpiredBuffer out) {
    lock();
    try {
      inbox.drain(linkKnown);
      wheel.advance(nowTick, out);
      wheel.prepare();
      nextTick = wheel.nextTick();
      untold = false;
    } finally {
      try {
        unlock();
      } catch (Throwable overflow) {
        lock = 0;
      }
    }
  }

  /**
   * Refuses new nodes, passes on all that are left, and drops them. May be called again, after an
   * Error too.
   */
  void close(Consumer<? super WheelNode> to) {
    lock();
    try {
      closed = true;
      inbox.close(linkKnown);
      wheel.forEach(to);
      wheel.clear();
      nextTick = Wheel.NEVER_TICK;
    } finally {
      try {
        unlock();
      } catch (Throwable overflow) {
        lock = 0;
      }
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
   * Empties the cell of a cancelled node, wherever it lies. Any thread; wait-free but for a sample,
   * which adds to a counter and sweeps if that is worth it and the lock is free.
   */
  static void drop(WheelNode node) {
    int sample = node.vacate();
    if (sample != 0 && node.owner() instanceof Shard shard) {
      shard.dropped(sample);
    }
  }

  /** {@return how many nodes are linked} Waits for the lock, and looks at every cell. */
  long count() {
    return underLock(wheel::count);
  }

  /** {@return how many nodes were cancelled} As {@link #count}. */
  long cancelled() {
    return underLock(() -> armed - wheel.fired() - wheel.count());
  }

  private long underLock(LongSupplier question) {
    lock();
    try {
      return question.getAsLong();
    } finally {
      try {
        unlock();
      } catch (Throwable overflow) {
        lock = 0;
      }
    }
  }

  /** Counts a new deadline given by a thread whose home is here. */
  void countRescheduled() {
    RESCHEDULED.getAndAdd(this, 1L);
  }

  /** {@return how many deadlines were changed by threads whose home is here} */
  long rescheduled() {
    return rescheduled;
  }

  /** Counts some cells that were emptied, as a sample of all. */
  void dropped(int count) {
    int cancels = (int) CANCELS.getAndAdd(this, count) + count;
    if (cancels >= sweepFrom && tryLock()) {
      try {
        sweepIfWorthIt();
      } finally {
        try {
          unlock();
        } catch (Throwable overflow) {
          lock = 0;
        }
      }
    }
  }

  /**
   * Links the nodes of the inbox, so that {@link #nextTick} covers them too.
   *
   * @param pacer told of the new tick: the driver may have seen neither inbox nor tick and gone to
   *     sleep
   */
  void settle(Pacer pacer) {
    if (hasMail()) {
      long lowered;
      lock();
      try {
        inbox.drain(linkKnown);
        lowered = untold ? nextTick : NO_WAKE;
      } finally {
        try {
          unlock();
        } catch (Throwable overflow) {
          lock = 0;
        }
      }
      if (lowered != NO_WAKE) {
        pacer.wakeBy(lowered);
        told();
      }
    }
  }

  /** Passes on every linked node; some may be cancelled. Waits for the lock. */
  void forEach(Consumer<? super WheelNode> to) {
    lock();
    try {
      wheel.forEach(to);
    } finally {
      try {
        unlock();
      } catch (Throwable overflow) {
        lock = 0;
      }
    }
  }

  /** {@return how many nodes were ever linked} */
  long armed() {
    return (long) ARMED.getOpaque(this);
  }

  /** {@return how many nodes were ever fired} */
  long fired() {
    return wheel.fired();
  }

  // --- under the lock ---

  /**
   * Links a node that other threads may cancel or reschedule meanwhile. Counts it unless it was
   * linked already and only moves. The other thread changes the word and then reads the place; this
   * method writes the place and then reads the word. So one of the two sees the other. The deadline
   * that counts is the one that the node was linked for. May be repeated after an Error.
   */
  private void linkKnown(WheelNode node) {
    boolean wasLinked = node.owner() != null;
    boolean isCounted = wasLinked;
    long deadline = node.armedDeadlineNanos();
    long linkedFor;
    do {
      linkedFor = deadline;
      wheel.former().note(node);
      long tick = wheel.insert(node, linkedFor);
      if (!isCounted && linkedFor >= 0) { // no call before this: a linked node is always counted
        armed++;
        isCounted = true;
      }
      if (tick < nextTick) {
        nextTick = tick;
        untold = true;
      }
      wheel.former().clear(node);
      VarHandle.fullFence();
      deadline = node.armedDeadlineNanos();
    } while (deadline >= 0 && deadline < linkedFor);
    if (deadline < 0) {
      node.vacate();
    }
    if (wasLinked) {
      countHole();
    }
    if (!isCounted) {
      armed++; // cancelled on its way here, and counted as such
    }
  }

  /** A class, because a lambda would be linked when first armed, which takes a millisecond. */
  private final class Linker implements Consumer<WheelNode> {
    @Override
    public void accept(WheelNode node) {
      linkKnown(node);
    }
  }

  /** Counts a cell that was emptied before its deadline; a concurrent count may be lost. */
  private void countHole() {
    int holes = cancels + 1;
    CANCELS.setOpaque(this, holes);
    if (holes >= sweepFrom) {
      sweepIfWorthIt();
    }
  }

  /** Sweeps if nearly all cells are holes: a sweep walks all cells, and so does the check. */
  private void sweepIfWorthIt() {
    if (cancels >= sweepFrom) {
      int worth = wheel.cells() / 4 * 3;
      if (cancels >= worth) {
        CANCELS.setOpaque(this, 0);
        sweepFrom = SWEEP_FROM;
        wheel.sweep();
      } else {
        sweepFrom = Math.max(SWEEP_FROM, worth);
      }
    }
  }
}
