package io.loomwheel.internal.wheel;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a hashed wheel, and the earliest tick of each. A tree of blocks of 64; each block
 * knows the minimum of every block below. So finding the next slot to open takes one step for each
 * level of the tree, at most four, and unused blocks take no memory.
 *
 * <p>Guarded by the shard's lock. A minimum may be too early, because nodes were cancelled or an
 * Error interrupted {@link #raise}; never too late.
 */
final class Ring {
  private static final int BITS = 6;

  private final @Nullable Ring parent;

  /** Which of the parent's blocks this is. */
  private final int place;

  /** How many bits of a slot's number the blocks below decide; 0 for a leaf. */
  private final int shift;

  /** The number of the first slot. */
  private final int first;

  private final long[] earliest;
  private final @Nullable Ring[] blocks;
  private final @Nullable Slot[] slots;

  private Ring(@Nullable Ring parent, int place, int shift, int first, int size) {
    this.parent = parent;
    this.place = place;
    this.shift = shift;
    this.first = first;
    this.earliest = new long[size];
    this.blocks = new Ring[shift == 0 ? 0 : size];
    this.slots = new Slot[shift == 0 ? size : 0];
    Arrays.fill(earliest, Wheel.NEVER_TICK);
  }

  /** {@return a ring of empty slots} The size is a power of two. */
  static Ring of(int size) {
    int bits = 31 - Integer.numberOfLeadingZeros(size);
    int shift = Math.max(0, (bits - 1) / BITS * BITS);
    return new Ring(null, 0, shift, 0, size >>> shift);
  }

  /** Links a node. If it throws an Error, the node is not linked. */
  void link(WheelNode node, long tick, int number, OwnerMark mark) {
    Ring block = this;
    while (block.shift > 0) {
      block = block.below((number - block.first) >>> block.shift);
    }
    int i = number - block.first;
    Slot slot = block.slots[i];
    if (slot == null) {
      block.slots[i] = slot = new Slot(mark);
    }
    slot.append(node);
    // No call from here on: a linked node always counts in the minima.
    while (block != null && tick < block.earliest[i]) {
      block.earliest[i] = tick;
      i = block.place;
      block = block.parent;
    }
  }

  private Ring below(int i) {
    Ring block = blocks[i];
    if (block == null) {
      int below = Math.max(0, shift - BITS);
      blocks[i] = block = new Ring(this, i, below, first + (i << shift), 1 << (shift - below));
    }
    return block;
  }

  /** {@return the earliest tick of all slots} */
  long earliest() {
    long min = Wheel.NEVER_TICK;
    for (long tick : earliest) {
      min = Math.min(min, tick);
    }
    return min;
  }

  int indexOfEarliest() {
    int least = 0;
    for (int i = 1; i < earliest.length; i++) {
      if (earliest[i] < earliest[least]) {
        least = i;
      }
    }
    return least;
  }

  /** {@return the leaf that has the slot with the earliest tick} */
  @SuppressWarnings("NullAway") // a block that has an earliest tick exists
  Ring leafOfEarliest() {
    Ring block = this;
    while (block.shift > 0) {
      block = block.blocks[block.indexOfEarliest()];
    }
    return block;
  }

  @SuppressWarnings("NullAway") // a slot that has an earliest tick exists
  Slot slot(int i) {
    return slots[i];
  }

  int numberOf(int i) {
    return first + i;
  }

  /** Raises the earliest tick of a slot, here and in all blocks above. */
  void raise(int i, long tick) {
    Ring block = this;
    long min = tick;
    for (int at = i; block != null; block = block.parent) { // no call: all of them or none
      block.earliest[at] = min;
      for (long other : block.earliest) {
        min = other < min ? other : min;
      }
      at = block.place;
    }
  }

  /** Gives back the memory that cancelled nodes have left unused, whole blocks of it too. */
  long sweep(Wheel wheel) {
    for (int i = 0; i < earliest.length; i++) {
      if (shift > 0) {
        Ring block = blocks[i];
        earliest[i] = block == null ? Wheel.NEVER_TICK : block.sweep(wheel);
        if (earliest[i] == Wheel.NEVER_TICK) {
          blocks[i] = null;
        }
      } else {
        Slot slot = slots[i];
        earliest[i] = slot == null || !slot.sweep() ? Wheel.NEVER_TICK : earliestIn(slot, wheel);
        if (earliest[i] == Wheel.NEVER_TICK) {
          slots[i] = null;
        }
      }
    }
    return earliest();
  }

  private static long earliestIn(Slot slot, Wheel wheel) {
    long min = Wheel.NEVER_TICK;
    for (int c = 0; c < slot.chunks(); c++) {
      @Nullable WheelNode[] chunk = slot.chunk(c);
      for (int i = 1; chunk != null && i < slot.end(c, chunk); i++) {
        WheelNode node = chunk[i];
        long deadline = node == null ? -1 : node.word;
        if (deadline >= 0) {
          min = Math.min(min, wheel.tickOf(deadline));
        }
      }
    }
    return min;
  }

  void forEachSlot(Consumer<Slot> visit) {
    for (Ring block : blocks) {
      if (block != null) {
        block.forEachSlot(visit);
      }
    }
    for (Slot slot : slots) {
      if (slot != null) {
        visit.accept(slot);
      }
    }
  }

  void clear() {
    Arrays.fill(earliest, Wheel.NEVER_TICK);
    Arrays.fill(blocks, null);
    Arrays.fill(slots, null);
  }
}
