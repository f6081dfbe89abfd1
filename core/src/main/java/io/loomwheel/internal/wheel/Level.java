package io.loomwheel.internal.wheel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One ring of 64 slots. Bit {@code i} of {@link #occupied} is set while slot {@code i} is in use.
 */
final class Level {
  static final int BITS = 6;
  static final int SLOTS = 1 << BITS;

  final @Nullable Slot[] slots = new Slot[SLOTS];
  long occupied;

  /** Marks the slot as occupied and returns it. Makes it first, if need be. */
  Slot occupy(int i, OwnerMark mark) {
    Slot slot = slots[i];
    if (slot == null) {
      slots[i] = slot = new Slot(mark);
    }
    occupied |= 1L << i;
    return slot;
  }

  /** {@return the slot if it is in use, or null} */
  @Nullable Slot occupiedSlot(int i) {
    return (occupied >>> i & 1) == 0 ? null : slots[i];
  }

  /** Gives memory back, as {@link Slot#sweep} does, and returns whether the level is in use. */
  boolean sweep() {
    for (long left = occupied; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      Slot slot = slots[i];
      if (slot == null || !slot.sweep()) {
        occupied &= ~(1L << i);
      }
    }
    return occupied != 0;
  }

  void forEachSlot(Consumer<Slot> visit) {
    for (long left = occupied; left != 0; left &= left - 1) {
      Slot slot = slots[Long.numberOfTrailingZeros(left)];
      if (slot != null) {
        visit.accept(slot);
      }
    }
  }
}
