package io.loomwheel.internal.wheel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves the next slot of a level down ahead of time. The slot is taken out of its level, and some
 * of its nodes go at each tick into a ring that will be the level below when time enters the slot.
 * Nodes armed for the same time meanwhile go into a new slot in the old one's place, and come down
 * after it.
 *
 * <p>Guarded by the shard's lock.
 */
final class Descent {
  private final int shiftBelow;

  /** The level below, once time enters the slot; null until needed. */
  @Nullable Level below;

  /** The slot that comes down; null if none of it is left. No node is linked into it. */
  @Nullable Slot slot;

  /** The chunk, and the index in it, before which all cells have been dealt with. */
  int chunk;

  int at;

  /** How many cells are left, holes included. */
  int left;

  /** When {@link #bringDown} was called last. */
  long lastTick;

  Descent(int level) {
    shiftBelow = (level - 1) * Level.BITS;
  }

  /** Takes a slot that was taken out of its level, from its first cell on. */
  void begin(Slot taken) {
    int cells = taken.size();
    slot = taken;
    chunk = 0;
    at = 1;
    left = cells;
  }

  boolean isDone() {
    return slot == null;
  }

  /**
   * Brings down an even share of the nodes that are left, for the ticks since the last call.
   *
   * @param wheel whose level this is
   * @param block the number of the slot, counted from tick 0
   * @param ticksLeft until time enters it
   */
  void bringDown(HierarchicalWheel wheel, long block, long ticksLeft) {
    long gone = wheel.currentTick - lastTick;
    Slot from = slot;
    if (from == null || gone <= 0) {
      return;
    }
    double share = Math.ceil(left * (double) gone / (double) (ticksLeft - 1 + gone));
    int rest = left - (int) Math.min(left, share);
    while (chunk < from.chunks() && left > rest) {
      bringDown(from.chunk(chunk), from, rest, wheel, block);
    }
    lastTick = wheel.currentTick;
    if (chunk == from.chunks()) {
      slot = null;
    }
  }

  private void bringDown(
      @Nullable WheelNode @Nullable [] cells,
      Slot from,
      int rest,
      HierarchicalWheel wheel,
      long block) {
    int end = cells == null ? at : from.end(chunk, cells);
    for (; cells != null && at < end && left > rest; left--, at++) {
      wheel.ahead.read(cells, at);
      WheelNode node = cells[at];
      if (node != null) {
        bringDown(node, wheel, block);
        cells[at] = null;
      }
    }
    if (at >= end) {
      at = 1;
      chunk++;
    }
  }

  @SuppressWarnings("NullAway") // the ring exists while something comes down
  private void bringDown(WheelNode node, HierarchicalWheel wheel, long block) {
    long deadline = node.word;
    if (deadline < 0) {
      return; // cancelled
    }
    wheel.moves.note(node);
    long tick = wheel.tickOf(deadline);
    if (tick >>> (shiftBelow + Level.BITS) == block) {
      below.occupy((int) (tick >>> shiftBelow) & (Level.SLOTS - 1), wheel.mark).append(node);
    } else {
      wheel.place(node, tick); // rescheduled since it was linked
    }
  }

  /** Gives memory back, and returns whether anything is left. */
  boolean sweep() {
    Slot rest = slot;
    if (rest != null) {
      if (rest.sweep()) {
        begin(rest);
      } else {
        slot = null;
      }
    }
    return (below != null && below.sweep()) || slot != null;
  }

  void forEachSlot(Consumer<Slot> visit) {
    if (slot != null) {
      visit.accept(slot);
    }
    if (below != null) {
      below.forEachSlot(visit);
    }
  }
}
