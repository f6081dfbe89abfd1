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

  /** Slots of fewer cells come down at once. */
  private static final int PREPARED_FROM = 512;

  private final int preparedFrom;
  private final @Nullable Level[] levels = new Level[LEVELS];

  /**
   * Nodes of the next 64 ticks that have come down from level 1 already; null until needed. Each
   * has arrived before all that are still there, and goes before them where deadlines are the same.
   */
  private @Nullable Level ahead;

  /** Bit {@code k} is set while level {@code k} has an occupied slot. */
  private int occupiedLevels;

  /**
   * Where the last node was linked: timeouts of about one length, armed one after the other, go to
   * the same slot, and need not look for it. Forgotten, by a span of 0, before slots are opened or
   * given back.
   */
  private Slot recent = overdue;

  private long recentTick;
  private long recentSpan;

  /**
   * Makes an empty wheel at tick 0.
   *
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param keeper what {@link WheelNode#keeper} of its nodes shall be
   */
  public HierarchicalWheel(int tickShift, @Nullable Object keeper) {
    this(tickShift, keeper, PREPARED_FROM);
  }

  HierarchicalWheel(int tickShift, @Nullable Object keeper, int preparedFrom) {
    super(tickShift, keeper);
    this.preparedFrom = preparedFrom;
  }

  @Override
  long link(WheelNode node, long tick) {
    if (Long.compareUnsigned(tick - recentTick, recentSpan) >= 0) {
      find(tick);
    }
    recent.append(node);
    return recentTick;
  }

  /** Makes the slot of a tick the recent one, and marks it as occupied. */
  private void find(long tick) {
    int k = (63 - Long.numberOfLeadingZeros(tick ^ currentTick())) / Level.BITS;
    int shift = k * Level.BITS;
    Level level = levels[k];
    if (level == null) {
      levels[k] = level = new Level();
    }
    occupiedLevels |= 1 << k;
    recent = level.occupy((int) (tick >>> shift) & (Level.SLOTS - 1), keeper);
    recentTick = tick >>> shift << shift;
    recentSpan = 1L << shift;
  }

  @Override
  void turnTo(long nowTick, Expired out) {
    for (long tick; (tick = nextLinkedTick()) <= nowTick; ) {
      boolean enters = isPrepared() && tick == nextBlock();
      moveTo(tick);
      recentSpan = 0;
      if (enters) {
        enterBlock(out);
      } else {
        int k = Integer.numberOfTrailingZeros(occupiedLevels);
        int i = level(k).firstOccupied();
        open(level(k).slot(i), out);
        vacate(k, i);
      }
    }
  }

  /** Time enters a slot of level 1, some of whose nodes have come down ahead of time. */
  private void enterBlock(Expired out) {
    Level spent = levels[0];
    levels[0] = ahead;
    ahead = spent; // its ticks have passed, so it is empty
    occupiedLevels |= 1;
    int from = out.size();
    spillIfOccupied(0, 0, out);
    spillIfOccupied(1, (int) (currentTick() >>> Level.BITS) & (Level.SLOTS - 1), out);
    out.sort(from);
  }

  private void spillIfOccupied(int k, int i, Expired out) {
    Level level = levels[k];
    if (level != null && level.isOccupied(i)) {
      spill(level.slot(i), out);
      vacate(k, i);
    }
  }

  private void vacate(int k, int i) {
    level(k).vacate(i);
    if (level(k).occupied == 0) {
      occupiedLevels &= ~(1 << k);
    }
  }

  /**
   * Brings nodes of the coming slot of level 1 down, an even share of them at each tick of the
   * second half of the way there: a slot of tens of thousands would hold up the driver for
   * milliseconds.
   */
  @Override
  public void prepare() {
    int cursor = (int) currentTick() & (Level.SLOTS - 1);
    int next = (int) ((currentTick() >>> Level.BITS) & (Level.SLOTS - 1)) + 1;
    Level first = levels[1];
    if (cursor < Level.SLOTS / 2 || next == Level.SLOTS || first == null) {
      return; // at the end of a round of level 1 the coming nodes are on a level above
    }
    if (first.isOccupied(next) && first.slot(next).size() >= preparedFrom) {
      bringDown(first.slot(next), Level.SLOTS - cursor);
    }
  }

  private void bringDown(Slot slot, int ticksLeft) {
    long block = nextBlock() >>> Level.BITS;
    Level coming = ahead == null ? new Level() : ahead;
    ahead = coming;
    int i = slot.leadingHoles(); // all before have come down
    for (int end = i + Math.ceilDiv(slot.size() - i, ticksLeft); i < end; i++) {
      WheelNode node = slot.at(i);
      if (node != null) {
        long tick = tickOf(node.armedDeadlineNanos());
        if (tick >>> Level.BITS == block) {
          coming.occupy((int) tick & (Level.SLOTS - 1), this).append(node);
        } else {
          insert(node); // put off since it was linked, or cancelled
        }
        slot.remove(i);
      }
    }
  }

  @Override
  long nextLinkedTick() {
    long next = nextLevelledTick();
    return isPrepared() ? Math.min(next, nextBlock()) : next;
  }

  private boolean isPrepared() {
    return ahead != null && ahead.occupied != 0;
  }

  private long nextLevelledTick() {
    if (occupiedLevels == 0) {
      return NEVER_TICK;
    }
    int k = Integer.numberOfTrailingZeros(occupiedLevels);
    int shift = k * Level.BITS;
    int above = shift + Level.BITS;
    long block = above > 63 ? 0 : currentTick() >>> above << above;
    return block | (long) level(k).firstOccupied() << shift;
  }

  /** {@return the tick at which time enters the next slot of level 1} */
  private long nextBlock() {
    return ((currentTick() >>> Level.BITS) + 1) << Level.BITS;
  }

  @Override
  void sweepLinked() {
    recentSpan = 0;
    if (ahead != null) {
      ahead.sweep();
    }
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
    if (ahead != null) {
      ahead.forEachSlot(visit);
    }
    for (Level level : levels) {
      if (level != null) {
        level.forEachSlot(visit);
      }
    }
  }

  @Override
  void forgetSlots() {
    recentSpan = 0;
    Arrays.fill(levels, null);
    ahead = null;
    occupiedLevels = 0;
  }

  @SuppressWarnings("NullAway") // a level whose bit is set exists
  private Level level(int k) {
    return levels[k];
  }
}
