package io.loomwheel.internal.wheel;

import org.jspecify.annotations.Nullable;

/**
 * A wheel of levels: a slot of level {@code k} spans 64<sup>k</sup> ticks. After Varghese and
 * Lauck's scheme 7; the bitmaps are Tokio's. The design's page says on which level a node lies, and
 * why, and when a slot comes down. Levels and slots are made when first used.
 */
public final class HierarchicalWheel extends Wheel {
  /** Enough for a tick number of 63 bits. */
  private static final int LEVELS = 11;

  /** Slots of fewer chunks come down at once: some 400 nodes. */
  int largeChunks = 9;

  private final @Nullable Level[] levels = new Level[LEVELS];

  /** No level from this one on has been made yet. */
  private int height;

  /** The slot that is walked; nodes that leave it go elsewhere. Null outside of a walk. */
  private @Nullable Slot walked;

  /** An empty slot for the next use; null if there is none. */
  private @Nullable Slot spare;

  /**
   * The slot of the last node that was linked. Timeouts of about one length, armed one after the
   * other, go to the same slot and need no search for it (ADR 21). A span of 0 means that there is
   * none.
   */
  private Slot recent = overdue;

  private long recentTick;
  private long recentSpan;

  // What the last search has found.

  /** The number of the slot that begins first, on the highest level if there are several. */
  private int next;

  /** When it begins, or {@link #NEVER_TICK}. */
  private long nextBegin;

  /** When a slot has to be opened: a large one as it begins, others for their earliest node. */
  private long nextOpening;

  /** The number of the slot that may come down first of those that are large or partly down. */
  private int coming;

  /** When it may, or {@link #NEVER_TICK}. */
  private long comingFrom = NEVER_TICK;

  /** Makes an empty wheel at tick 0. A tick is two to the power of {@code tickShift} ns. */
  public HierarchicalWheel(int tickShift, SlotOwner owner) {
    super(tickShift, owner);
  }

  @Override
  long link(WheelNode node, long tick) {
    if (Long.compareUnsigned(tick - recentTick, recentSpan) >= 0) {
      find(tick);
    }
    recent.earliest = Math.min(recent.earliest, tick); // first: a linked node counts in it
    recent.append(node);
    return recent.chunks() < largeChunks ? tick : largeTick();
  }

  /** {@return when to advance for a large slot: when it may come down, or else when it begins} */
  private long largeTick() {
    long from = recentTick - recentSpan / 2;
    return from > currentTick ? from : recentTick;
  }

  /** {@return the number of the slot of a level that a tick lies in, counted from tick 0} */
  private static long numberOf(long tick, int k) {
    return tick >>> (k * Level.BITS);
  }

  private static int indexOf(long number) {
    return (int) number & (Level.SLOTS - 1);
  }

  private static long span(int k) {
    return 1L << (k * Level.BITS);
  }

  /** Makes the slot of a tick the recent one. Marks it as used only after it exists. */
  private void find(long tick) {
    int k = levelOf(tick);
    int i = indexOf(numberOf(tick, k));
    Level level = levels[k];
    if (level == null) {
      level = new Level();
      height = Math.max(height, k + 1); // first: loops stop below it
      levels[k] = level;
    }
    Slot slot = level.slots[i];
    if (slot == null) {
      slot = spare == null ? new Slot(owner) : spare;
      slot.earliest = tick; // first: one in use comes up, even if an Error keeps the node out
      level.use(i, slot);
      spare = null;
    }
    long span = span(k);
    recentSpan = 0;
    recent = slot;
    recentTick = tick & -span;
    recentSpan = span;
  }

  /** {@return the level for a tick that lies ahead} */
  private int levelOf(long tick) {
    int lowest = (63 - Long.numberOfLeadingZeros(tick ^ currentTick)) / Level.BITS;
    while (lowest > 0 && numberOf(tick, lowest) - numberOf(currentTick, lowest) == 1) {
      lowest--;
    }
    for (int k = height - 1; k > lowest; k--) {
      Level level = levels[k];
      int i = indexOf(numberOf(tick, k));
      if (level != null && level.slots[i] != null && level.slots[i] != walked) {
        return k; // older nodes of that tick may be here
      }
    }
    return lowest;
  }

  @Override
  void turnTo(long nowTick, ExpiredBuffer out) {
    for (search(); nextBegin <= nowTick; search()) {
      if (nextBegin > currentTick && slotAt(next).isBegun) {
        currentTick = nextBegin - 1; // the nodes on the level below are older: link behind them
        fireBy = currentTick;
      } else {
        currentTick = Math.max(currentTick, nextBegin);
        fireBy = nowTick;
      }
      walkSlot(next, out, Integer.MAX_VALUE);
    }
  }

  @Override
  void search() {
    nextBegin = NEVER_TICK;
    nextOpening = NEVER_TICK;
    comingFrom = NEVER_TICK;
    for (int k = 0; k < height; k++) {
      Level level = levels[k];
      long number = level == null ? -1 : level.firstFrom(numberOf(currentTick, k));
      if (number >= 0) {
        checkLevel(k, number);
      }
    }
  }

  private void checkLevel(int k, long number) {
    int at = k * Level.SLOTS + indexOf(number);
    long begin = number * span(k);
    if (begin <= nextBegin) {
      nextBegin = begin;
      next = at;
    }
    Slot slot = slotAt(at);
    boolean isLarge = slot.isBegun || slot.chunks() >= largeChunks;
    nextOpening = Math.min(nextOpening, isLarge ? begin : Math.max(begin, slot.earliest));
    long from = begin - span(k) / 2;
    if (k > 0 && isLarge && from < comingFrom) {
      comingFrom = from;
      coming = at;
    }
  }

  @SuppressWarnings("NullAway") // it has a slot
  private void walkSlot(int number, ExpiredBuffer out, int share) {
    Slot slot = slotAt(number);
    recentSpan = 0;
    walked = slot;
    try {
      walk(slot, out, share);
    } finally {
      walked = null;
      recentSpan = 0;
    }
    if (slot.isEmpty()) {
      levels[number / Level.SLOTS].release(number % Level.SLOTS);
      spare = slot;
    }
  }

  @Override
  boolean hasComing() {
    return comingFrom <= currentTick;
  }

  @Override
  void bringDown(ExpiredBuffer out, int share) {
    fireBy = currentTick;
    walkSlot(coming, out, share);
  }

  @Override
  long nextFound() {
    long tick = comingFrom > currentTick ? Math.min(nextOpening, comingFrom) : nextOpening;
    return Math.max(currentTick, tick);
  }

  @Override
  int nextSlot(int from) {
    int index = from % Level.SLOTS;
    for (int k = from / Level.SLOTS; k < height; k++, index = 0) {
      Level level = levels[k];
      int used = level == null ? -1 : level.nextUsed(index);
      if (used >= 0) {
        return k * Level.SLOTS + used;
      }
    }
    return -1;
  }

  @Override
  @SuppressWarnings("NullAway") // a slot in use exists
  Slot slotAt(int number) {
    return levels[number / Level.SLOTS].slots[number % Level.SLOTS];
  }

  @Override
  @SuppressWarnings("NullAway") // it has a slot
  void release(int number) {
    recentSpan = 0;
    Level level = levels[number / Level.SLOTS];
    level.release(number % Level.SLOTS);
    if (level.nextUsed(0) < 0) {
      levels[number / Level.SLOTS] = null;
    }
  }

  /**
   * A ring of two blocks of 64 slots: the block that time is in, and the next one. A bit is set
   * while its slot is in use.
   */
  private static final class Level {
    static final int BITS = 6;
    static final int BLOCK = 1 << BITS;
    static final int SLOTS = 2 * BLOCK;

    final @Nullable Slot[] slots = new Slot[SLOTS];

    /** The bits of the slots of even blocks, and of odd ones. */
    private final long[] used = new long[2];

    void use(int i, Slot slot) {
      slots[i] = slot;
      used[i >>> BITS] |= 1L << i;
    }

    void release(int i) {
      slots[i] = null;
      used[i >>> BITS] &= ~(1L << i);
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

    /** {@return the number of the first slot in use from the one that time is in, or -1} */
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
}
