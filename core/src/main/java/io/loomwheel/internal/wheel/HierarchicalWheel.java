package io.loomwheel.internal.wheel;

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
 * once a level; a large slot begins to do so ahead of time, see {@link Descent}.
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

  /** How the next slot of each level comes down ahead of time; null until needed. */
  private final @Nullable Descent[] descents = new Descent[LEVELS];

  /** Bit {@code k} is set while level {@code k} has an occupied slot. */
  private int occupiedLevels;

  /** Bit {@code k} is set while the descent from level {@code k} holds nodes. */
  private int descending;

  /** The level whose slot time is entering; 0 unless that is under way or was interrupted. */
  private int entering;

  /**
   * The slot of the last node that was linked. Timeouts of about one length, armed one after the
   * other, go to the same slot and need not look for it. Reset, by a span of 0, before slots are
   * taken out or given back.
   */
  private Slot recent = overdue;

  private long recentTick;
  private long recentSpan;

  /**
   * Makes an empty wheel at tick 0.
   *
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param owner returned by {@link WheelNode#owner} of its nodes
   */
  public HierarchicalWheel(int tickShift, SlotOwner owner) {
    this(tickShift, owner, PREPARED_FROM);
  }

  HierarchicalWheel(int tickShift, SlotOwner owner, int preparedFrom) {
    super(tickShift, owner);
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

  /** Makes the slot of a tick the recent one. Marks level and slot only after they exist. */
  private void find(long tick) {
    int k = (63 - Long.numberOfLeadingZeros(tick ^ currentTick)) / Level.BITS;
    int shift = k * Level.BITS;
    Level level = levels[k];
    if (level == null) {
      levels[k] = level = new Level();
    }
    Slot slot = level.occupy((int) (tick >>> shift) & (Level.SLOTS - 1), mark);
    occupiedLevels |= 1 << k;
    recent = slot;
    recentTick = tick >>> shift << shift;
    recentSpan = 1L << shift;
  }

  @Override
  void turnTo(long nowTick, ExpiredBuffer out) {
    if (entering != 0) {
      goOnEntering(out); // an Error interrupted it
    }
    for (long tick; (tick = nextLinkedTick()) <= nowTick; ) {
      int k = levelOfPreparedBlock(tick);
      if (k != 0) {
        enter(k, tick);
        goOnEntering(out);
      } else {
        fireBy = nowTick;
        open(Integer.numberOfTrailingZeros(occupiedLevels), tick, out);
      }
    }
  }

  private void open(int k, long tick, ExpiredBuffer out) {
    Level level = level(k);
    openSlot(k, Long.numberOfTrailingZeros(level.occupied), tick, out);
  }

  /** Moves time to a tick and takes out an occupied slot, both or none; then walks it. */
  private void openSlot(int k, int i, long tick, ExpiredBuffer out) {
    Level level = level(k);
    Slot full = level.occupiedSlot(i);
    Slot empty = emptySlot();
    recentSpan = 0;
    currentTick = tick;
    walked = full;
    level.slots[i] = empty;
    level.occupied &= ~(1L << i);
    if (level.occupied == 0) {
      occupiedLevels &= ~(1 << k);
    }
    walkOn(out);
  }

  /** {@return the level whose next slot begins at a tick and has begun to come down, or 0} */
  private int levelOfPreparedBlock(long tick) {
    for (int left = descending; left != 0; left &= left - 1) {
      int k = Integer.numberOfTrailingZeros(left);
      if (tick == nextBlock(k)) {
        return k;
      }
    }
    return 0;
  }

  /** Moves time into a slot of level {@code k}, part of which has come down ahead of time. */
  private void enter(int k, long tick) {
    Descent descent = descent(k);
    Level below = levels[k - 1];
    recentSpan = 0;
    currentTick = tick;
    entering = k;
    levels[k - 1] = descent.below;
    if (descent.below != null && descent.below.occupied != 0) {
      occupiedLevels |= 1 << (k - 1);
    }
    descent.below = below; // its ticks have passed, so it is empty
  }

  /** Opens the slots under the cursor. Each step may be repeated. */
  private void goOnEntering(ExpiredBuffer out) {
    int k = entering;
    fireBy = currentTick; // later nodes go behind the older ones that are below already
    openAtCursor(k - 1, out);
    Descent descent = descent(k);
    if (descent.slot != null) {
      walked = descent.slot;
      descent.slot = null;
      walkOn(out);
    }
    descending &= ~(1 << k);
    openAtCursor(k, out);
    entering = 0;
  }

  private void openAtCursor(int k, ExpiredBuffer out) {
    int i = (int) (currentTick >>> (k * Level.BITS)) & (Level.SLOTS - 1);
    Level level = levels[k];
    if (level != null && level.occupiedSlot(i) != null) {
      openSlot(k, i, currentTick, out);
    }
  }

  /**
   * Brings nodes of the coming slots down, an even share of them for each tick of the second half
   * of the way there: a slot of tens of thousands would hold up the driver for milliseconds.
   */
  @Override
  public void prepare() {
    for (int left = (occupiedLevels | descending) & -2; left != 0; left &= left - 1) {
      int k = Integer.numberOfTrailingZeros(left);
      long span = 1L << (k * Level.BITS);
      long gone = currentTick & (span - 1);
      int next = ((int) (currentTick >>> (k * Level.BITS)) & (Level.SLOTS - 1)) + 1;
      if (gone >= span / 2 && next < Level.SLOTS) { // else the nodes are on a level above
        bringDown(k, next, span - gone);
      }
    }
    moves.settle();
  }

  private void bringDown(int k, int next, long ticksLeft) {
    Level level = levels[k];
    Slot waiting = level == null ? null : level.occupiedSlot(next);
    if ((descending >>> k & 1) == 0) {
      if (waiting == null || waiting.size() < preparedFrom) {
        return;
      }
      begin(k);
    }
    Descent descent = descent(k);
    if (descent.isDone() && waiting != null && waiting.size() >= preparedFrom) {
      takeOut(k, next, waiting, descent);
    }
    descent.bringDown(this, nextBlock(k) >>> (k * Level.BITS), ticksLeft);
  }

  private void begin(int k) {
    Descent descent = descents[k];
    if (descent == null) {
      descents[k] = descent = new Descent(k);
    }
    if (descent.below == null) {
      descent.below = new Level();
    }
    descent.lastTick = currentTick - 1;
    descending |= 1 << k;
  }

  private void takeOut(int k, int i, Slot full, Descent descent) {
    Level level = level(k);
    Slot empty = emptySlot();
    recentSpan = 0;
    level.slots[i] = empty;
    level.occupied &= ~(1L << i);
    if (level.occupied == 0) {
      occupiedLevels &= ~(1 << k);
    }
    descent.begin(full);
  }

  @Override
  long nextLinkedTick() {
    if (entering != 0) {
      return currentTick;
    }
    long next = nextLevelledTick();
    for (int left = descending; left != 0; left &= left - 1) {
      next = Math.min(next, nextBlock(Integer.numberOfTrailingZeros(left)));
    }
    return next;
  }

  private long nextLevelledTick() {
    if (occupiedLevels == 0) {
      return NEVER_TICK;
    }
    int k = Integer.numberOfTrailingZeros(occupiedLevels);
    int shift = k * Level.BITS;
    int above = shift + Level.BITS;
    long block = above > 63 ? 0 : currentTick >>> above << above;
    return block | (long) Long.numberOfTrailingZeros(level(k).occupied) << shift;
  }

  /** {@return the tick at which time enters the next slot of a level} */
  private long nextBlock(int k) {
    return ((currentTick >>> (k * Level.BITS)) + 1) << (k * Level.BITS);
  }

  @Override
  void sweepLinked() {
    recentSpan = 0;
    for (int k = 0; k < LEVELS; k++) {
      Descent descent = descents[k];
      if (descent != null && !descent.sweep()) {
        descents[k] = null;
        descending &= ~(1 << k);
      }
      Level level = levels[k];
      if (level != null && !level.sweep()) {
        levels[k] = null;
        occupiedLevels &= ~(1 << k);
      }
    }
  }

  @Override
  void forEachLinkedSlot(Consumer<Slot> visit) {
    for (Descent descent : descents) {
      if (descent != null) {
        descent.forEachSlot(visit);
      }
    }
    for (Level level : levels) {
      if (level != null) {
        level.forEachSlot(visit);
      }
    }
  }

  @Override
  void clearLinked() {
    recentSpan = 0;
    Arrays.fill(levels, null);
    Arrays.fill(descents, null);
    occupiedLevels = 0;
    descending = 0;
    entering = 0;
  }

  @SuppressWarnings("NullAway") // a level whose bit is set exists
  private Level level(int k) {
    return levels[k];
  }

  @SuppressWarnings("NullAway") // a descent whose bit is set exists
  private Descent descent(int k) {
    return descents[k];
  }
}
