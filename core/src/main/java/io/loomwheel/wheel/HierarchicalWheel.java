package io.loomwheel.wheel;

import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
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
public final class HierarchicalWheel implements Wheel {
  /** As many as a tick number of 63 bits needs. */
  private static final int LEVELS = 11;

  private final int tickShift;
  private final @Nullable Object keeper;
  private final @Nullable Level[] levels = new Level[LEVELS];

  /**
   * Nodes whose tick had passed when they came; they leave at the next advance, before all else.
   */
  private final Slot overdue;

  /** Bit {@code k} is set while level {@code k} has an occupied slot. */
  private int occupiedLevels;

  /** Everything up to and including this tick has been dealt with. */
  private long currentTick;

  /**
   * Makes an empty wheel at tick 0.
   *
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param keeper what {@link WheelNode#keeper} of its nodes shall be
   */
  public HierarchicalWheel(int tickShift, @Nullable Object keeper) {
    this.tickShift = tickShift;
    this.keeper = keeper;
    this.overdue = new Slot(keeper);
  }

  @Override
  public long insert(WheelNode node) {
    long deadline = node.armedDeadlineNanos();
    return deadline < 0 ? NEVER_TICK : insert(node, tickOf(deadline));
  }

  private long insert(WheelNode node, long tick) {
    if (tick <= currentTick) {
      overdue.append(node);
      return currentTick;
    }
    int k = (63 - Long.numberOfLeadingZeros(tick ^ currentTick)) / Level.BITS;
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
  public void advance(long nowTick, Expired out) {
    if (!overdue.isEmpty()) {
      open(overdue, out);
    }
    for (long tick; (tick = nextTick()) <= nowTick; ) {
      currentTick = tick;
      int k = Integer.numberOfTrailingZeros(occupiedLevels);
      Level level = level(k);
      int i = level.firstOccupied();
      open(level.slot(i), out);
      level.vacate(i);
      if (level.occupied == 0) {
        occupiedLevels &= ~(1 << k);
      }
    }
    currentTick = Math.max(currentTick, nowTick);
  }

  /**
   * Fires the nodes of a slot that are due at the current tick and links the others anew. A cell is
   * emptied only when its node has gone elsewhere, so that an Error on the way loses none.
   */
  private void open(Slot slot, Expired out) {
    int from = out.size();
    for (int i = 0; i < slot.size(); i++) {
      WheelNode node = slot.at(i);
      if (node != null) {
        move(node, out);
        slot.remove(i);
      }
    }
    slot.reset();
    out.sort(from);
  }

  private void move(WheelNode node, Expired out) {
    out.reserve();
    long deadline;
    while ((deadline = node.armedDeadlineNanos()) >= 0) {
      long tick = tickOf(deadline);
      if (tick > currentTick) {
        insert(node, tick);
        return;
      }
      if (node.claimForFiring(deadline)) {
        out.add(node);
        return;
      }
    }
  }

  @Override
  public long nextTick() {
    if (!overdue.isEmpty()) {
      return currentTick;
    }
    if (occupiedLevels == 0) {
      return NEVER_TICK;
    }
    int k = Integer.numberOfTrailingZeros(occupiedLevels);
    int shift = k * Level.BITS;
    int above = shift + Level.BITS;
    long block = above > 63 ? 0 : currentTick >>> above << above;
    return block | (long) level(k).firstOccupied() << shift;
  }

  @Override
  public void sweep() {
    overdue.sweep();
    forEachSlot(
        (level, i) -> {
          if (!level.slot(i).sweep()) {
            level.vacate(i);
          }
        });
    for (int k = 0; k < LEVELS; k++) {
      Level level = levels[k];
      if (level != null && level.occupied == 0) {
        occupiedLevels &= ~(1 << k);
        levels[k] = null;
      }
    }
  }

  @Override
  public int cells() {
    int[] sum = {overdue.size()};
    forEachSlot((level, i) -> sum[0] += level.slot(i).size());
    return sum[0];
  }

  @Override
  public void drain(Consumer<? super WheelNode> to) {
    drain(overdue, to);
    forEachSlot(
        (level, i) -> {
          drain(level.slot(i), to);
          level.vacate(i);
        });
    occupiedLevels = 0;
  }

  private static void drain(Slot slot, Consumer<? super WheelNode> to) {
    for (int i = 0; i < slot.size(); i++) {
      WheelNode node = slot.at(i);
      if (node != null) {
        slot.remove(i);
        to.accept(node);
      }
    }
    slot.reset();
  }

  private void forEachSlot(ObjIntConsumer<Level> visit) {
    for (Level level : levels) {
      if (level != null) {
        for (long left = level.occupied; left != 0; left &= left - 1) {
          visit.accept(level, Long.numberOfTrailingZeros(left));
        }
      }
    }
  }

  @SuppressWarnings("NullAway") // a level whose bit is set exists
  private Level level(int k) {
    return levels[k];
  }

  /** The first tick that begins at the deadline or after it. */
  private long tickOf(long deadlineNanos) {
    return ((deadlineNanos - 1) >> tickShift) + 1;
  }
}
