package io.loomwheel.internal.wheel;

import org.jspecify.annotations.Nullable;

/**
 * A ring of two blocks of 64 slots: the block that time is in, and the next one. A bit is set while
 * its slot is in use.
 */
final class Level {
  static final int BITS = 6;
  static final int BLOCK = 1 << BITS;
  static final int SLOTS = 2 * BLOCK;

  final @Nullable Slot[] slots = new Slot[SLOTS];

  /** The bits of the slots of even blocks, and of odd ones. */
  private final long[] used = new long[2];

  boolean isUsed(int i) {
    return (used[i >>> BITS] >>> i & 1) != 0;
  }

  void use(int i) {
    used[i >>> BITS] |= 1L << i;
  }

  void release(int i) {
    slots[i] = null;
    used[i >>> BITS] &= ~(1L << i);
  }

  boolean isUnused() {
    return (used[0] | used[1]) == 0;
  }

  /** {@return the index of the first slot in use from one on, or -1} */
  int nextUsed(int from) {
    for (int i = from; i < SLOTS; i = (i | (BLOCK - 1)) + 1) {
      long bits = used[i >>> BITS] >>> i;
      if (bits != 0) {
        return i + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }

  /**
   * Finds the first slot in use from where time is.
   *
   * @param at the number of the slot that time is in, counted from tick 0
   * @return the number of the slot, or -1
   */
  long firstFrom(long at) {
    long block = at >>> BITS;
    long here = used[(int) block & 1] & -1L << at;
    if (here != 0) {
      return block << BITS | Long.numberOfTrailingZeros(here);
    }
    long next = used[(int) (block + 1) & 1];
    return next == 0 ? -1 : (block + 1) << BITS | Long.numberOfTrailingZeros(next);
  }
}
