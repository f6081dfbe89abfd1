package io.loomwheel.wheel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers ordered by deadline, to the resolution of a tick: what the two kinds of wheel have in
 * common.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call. A deadline is rounded up
 * to its tick, so a node never fires early. Nodes leave in order of their exact deadlines, ties in
 * order of insertion.
 */
public abstract sealed class Wheel permits HierarchicalWheel, HashedWheel {
  /** What {@link #nextTick} says of a wheel that has nothing to do. */
  public static final long NEVER_TICK = Long.MAX_VALUE;

  /** For the slots of this wheel, whose nodes find it there. */
  final @Nullable Object keeper;

  /**
   * Nodes whose tick had passed when they came; they leave at the next advance, before all else.
   */
  final Slot overdue;

  private final int tickShift;

  /** Everything up to and including this tick has been dealt with. */
  private long currentTick;

  Wheel(int tickShift, @Nullable Object keeper) {
    this.tickShift = tickShift;
    this.keeper = keeper;
    this.overdue = new Slot(keeper);
  }

  /**
   * Links an armed node; one that was cancelled on the way here is left out. O(1).
   *
   * @param node in no wheel
   * @return the tick at which {@link #advance} has to be called for its sake; may be earlier than
   *     that of its deadline, never later
   */
  public final long insert(WheelNode node) {
    long deadline = node.armedDeadlineNanos();
    if (deadline < 0) {
      return NEVER_TICK;
    }
    long tick = tickOf(deadline);
    if (tick <= currentTick) {
      overdue.append(node);
      return currentTick;
    }
    return link(node, tick);
  }

  /** Links a node whose tick lies ahead, and returns when the wheel has to be looked at for it. */
  abstract long link(WheelNode node, long tick);

  /**
   * Moves time on and takes out what is due. O(occupied slots crossed + nodes moved), however long
   * the jump.
   *
   * @param nowTick the tick now; one in the past is taken for the latest seen
   * @param out gets the fired nodes
   */
  public final void advance(long nowTick, Expired out) {
    if (!overdue.isEmpty()) {
      open(overdue, out);
    }
    turnTo(nowTick, out);
    currentTick = Math.max(currentTick, nowTick);
  }

  /**
   * Does some of what a coming {@link #advance} would otherwise have to do all at once. Called
   * after each; changes nothing that can be seen.
   */
  public abstract void prepare();

  /** Opens every slot that has something due by a tick. */
  abstract void turnTo(long nowTick, Expired out);

  /**
   * {@return the tick of the next thing to do, or {@link #NEVER_TICK}} May be early, because
   * cancelled nodes leave their slot marked; never late.
   */
  public final long nextTick() {
    return overdue.isEmpty() ? nextLinkedTick() : currentTick;
  }

  /** As {@link #nextTick}, of the nodes that are not overdue. */
  abstract long nextLinkedTick();

  /** Gives back the memory that cancelled nodes have left unused. O(cells). */
  public final void sweep() {
    overdue.sweep();
    sweepLinked();
  }

  abstract void sweepLinked();

  /** {@return how many cells are in use, those of cancelled nodes included} */
  public final int cells() {
    int[] sum = {0};
    forEachSlot(slot -> sum[0] += slot.size());
    return sum[0];
  }

  /**
   * Takes out every node, due or not, in no order.
   *
   * @param to gets the nodes that were not yet met as cancelled
   */
  public final void drain(Consumer<? super WheelNode> to) {
    forEachSlot(
        slot -> {
          for (int i = 0; i < slot.size(); i++) {
            WheelNode node = slot.at(i);
            if (node != null) {
              slot.remove(i);
              to.accept(node);
            }
          }
          slot.reset();
        });
    forgetSlots();
  }

  /**
   * Shows every node that lies here, due or not, in no order.
   *
   * @param to gets the nodes; some may have been cancelled
   */
  public final void forEach(Consumer<? super WheelNode> to) {
    forEachSlot(
        slot -> {
          for (int i = 0; i < slot.size(); i++) {
            WheelNode node = slot.at(i);
            if (node != null) {
              to.accept(node);
            }
          }
        });
  }

  /** Visits the overdue slot and every occupied one. */
  abstract void forEachSlot(Consumer<Slot> visit);

  /** Unmarks all slots, which are empty. */
  abstract void forgetSlots();

  final long currentTick() {
    return currentTick;
  }

  final void moveTo(long tick) {
    currentTick = tick;
  }

  /**
   * Fires the nodes of a slot that are due at the current tick and links the others anew. A cell is
   * emptied only when its node has gone elsewhere, so that an Error on the way loses none.
   */
  final void open(Slot slot, Expired out) {
    int from = out.size();
    spill(slot, out);
    out.sort(from);
  }

  /** As {@link #open}, without putting what fires into order. */
  final void spill(Slot slot, Expired out) {
    for (int i = 0; i < slot.size(); i++) {
      WheelNode node = slot.at(i);
      if (node != null) {
        if (!fireIfDue(node, currentTick, out)) {
          insert(node);
        }
        slot.remove(i);
      }
    }
    slot.reset();
  }

  /** {@return whether the node was fired; if not, it isn't due by that tick, or was cancelled} */
  final boolean fireIfDue(WheelNode node, long nowTick, Expired out) {
    out.reserve();
    long deadline;
    while ((deadline = node.armedDeadlineNanos()) >= 0 && tickOf(deadline) <= nowTick) {
      if (node.claimForFiring(deadline)) {
        out.add(node, deadline);
        return true;
      }
    }
    return false;
  }

  final long tickOf(long deadlineNanos) {
    return tickAtOrAfter(deadlineNanos, tickShift);
  }

  /**
   * Rounds a deadline up to its tick.
   *
   * @param deadlineNanos not negative
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @return the first tick that begins at the deadline or after it
   */
  public static long tickAtOrAfter(long deadlineNanos, int tickShift) {
    return ((deadlineNanos - 1) >> tickShift) + 1;
  }
}
