package io.loomwheel.wheel;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A wheel of levels, 64 slots each: a slot of level {@code k} spans 64<sup>k</sup> ticks. After
 * Varghese and Lauck's scheme 7; the bitmaps and the choice of level are Tokio's.
 *
 * <p>The level of a node is that of the highest bit in which its tick differs from the current one.
 * So a node shares all higher bits with the current tick, its slot lies strictly after the cursor
 * of its level, no level wraps around, and everything on a lower level is earlier than everything
 * on a higher one. When time enters a slot of an upper level, its nodes move down, each at most
 * once a level.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call. Levels and slots are made
 * when first used.
 */
public final class HierarchicalWheel extends Wheel {
  /** As many as a tick number of 63 bits needs. */
  private static final int LEVELS = 11;

  private final @Nullable Level[] levels = new Level[LEVELS];

  /** Bit {@code k} is set while level {@code k} has an occupied slot. */
  private int occupiedLevels;

  /**
   * Makes an empty wheel at tick 0.
   *
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param keeper what {@link WheelNode#keeper} of its nodes shall be
   */
  public HierarchicalWheel(int tickShift, @Nullable Object keeper) {
    super(tickShift, keeper);
  }

  @Override
  long link(WheelNode node, long tick) {
    int k = (63 - Long.numberOfLeadingZeros(tick ^ currentTick())) / Level.BITS;
    int shift = k * Level.BITS;
    Level level = levels[k];
    if (level == null) {
      levels[k] = level = new Level();
    }
    level.occupy((int) (tick >>> shift) & (Level.SLOTS - 1), keeper).append(node);
    occupiedLevels |= 1 << k;
    return tick >>> shift << shift;
  }

  @Override
  void turnTo(long nowTick, Expired out) {
    for (long tick; (tick = nextLinkedTick()) <= nowTick; ) {
      moveTo(tick);
      int k = Integer.numberOfTrailingZeros(occupiedLevels);
      Level level = level(k);
      int i = level.firstOccupied();
      open(level.slot(i), out);
      level.vacate(i);
      if (level.occupied == 0) {
        occupiedLevels &= ~(1 << k);
      }
    }
  }

  @Override
  long nextLinkedTick() {
    if (occupiedLevels == 0) {
      return NEVER_TICK;
    }
    int k = Integer.numberOfTrailingZeros(occupiedLevels);
    int shift = k * Level.BITS;
    int above = shift + Level.BITS;
    long block = above > 63 ? 0 : currentTick() >>> above << above;
    return block | (long) level(k).firstOccupied() << shift;
  }

  @Override
  void sweepLinked() {
    for (int k = 0; k < LEVELS; k++) {
      Level level = levels[k];
      if (level != null && !level.sweep()) {
        levels[k] = null;
        occupiedLevels &= ~(1 << k);
      }
    }
  }

  @Override
  void forEachSlot(Consumer<Slot> visit) {
    visit.accept(overdue);
    for (Level level : levels) {
      if (level != null) {
        level.forEachSlot(visit);
      }
    }
  }

  @Override
  void forgetSlots() {
    Arrays.fill(levels, null);
    occupiedLevels = 0;
  }

  @SuppressWarnings("NullAway") // a level whose bit is set exists
  private Level level(int k) {
    return levels[k];
  }
}
