package io.loomwheel.wheel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One ring of 64 slots. Bit {@code i} of {@link #occupied} is set while slot {@code i} is in use.
 */
final class Level {
  static final int BITS = 6;
  static final int SLOTS = 1 << BITS;

  private final @Nullable Slot[] slots = new Slot[SLOTS];
  long occupied;

  /** Marks the slot as occupied and returns it. */
  Slot occupy(int i, @Nullable Object keeper) {
    Slot slot = slots[i];
    if (slot == null) {
      slots[i] = slot = new Slot(keeper);
    }
    occupied |= 1L << i;
    return slot;
  }

  boolean isOccupied(int i) {
    return (occupied >>> i & 1) != 0;
  }

  int firstOccupied() {
    return Long.numberOfTrailingZeros(occupied);
  }

  @SuppressWarnings("NullAway") // an occupied slot exists
  Slot slot(int i) {
    return slots[i];
  }

  void vacate(int i) {
    occupied &= ~(1L << i);
  }

  /** Gives memory back, as {@link Slot#sweep} does, and returns whether the level is in use. */
  boolean sweep() {
    for (long left = occupied; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      if (!slot(i).sweep()) {
        vacate(i);
      }
    }
    return occupied != 0;
  }

  void forEachSlot(Consumer<Slot> visit) {
    for (long left = occupied; left != 0; left &= left - 1) {
      visit.accept(slot(Long.numberOfTrailingZeros(left)));
    }
  }
}
