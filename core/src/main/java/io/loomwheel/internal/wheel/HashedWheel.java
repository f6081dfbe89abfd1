package io.loomwheel.internal.wheel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A wheel of one ring: a node lies in the slot of its tick modulo the ring's size, and stays there
 * for as many rounds as its deadline is away. Varghese and Lauck's scheme 6, the shape of Netty's
 * and Dubbo's wheels; without their ticking, because the ring knows the earliest tick of each slot.
 *
 * <p>Nodes never move, but opening a slot also visits its nodes of later rounds. So it suits
 * timeouts that mostly fit into one round. Slots are made when first used, and dropped with their
 * last node. The next slot is found in O(64 + slots / 64).
 */
public final class HashedWheel extends Wheel {
  private static final int BITS = 6;
  private static final int BLOCK = 1 << BITS;

  /** Some neighbouring slots, null where none is in use; and no later than their earliest ticks. */
  private static final class Block {
    final @Nullable Slot[] slots = new Slot[BLOCK];
    final long[] earliest = new long[BLOCK];

    Block() {
      Arrays.fill(earliest, NEVER_TICK);
    }
  }

  private final int ticksPerWheel;

  /** The ring; null where no slot is in use. */
  private final @Nullable Block[] blocks;

  /** The earliest tick of each block. May be too early, because nodes were cancelled. */
  private final long[] earliest;

  /** The number of the slot that is open; -1 if none is. */
  private int opened = -1;

  /** The earliest tick of the nodes that stay in it. */
  private long staying;

  /**
   * Makes an empty wheel at tick 0. A tick is two to the power of {@code tickShift} ns, the size of
   * the ring a power of two.
   */
  public HashedWheel(int tickShift, int ticksPerWheel, SlotOwner owner) {
    super(tickShift, owner);
    this.ticksPerWheel = ticksPerWheel;
    int size = (ticksPerWheel + BLOCK - 1) >>> BITS;
    blocks = new Block[size];
    earliest = new long[size];
    Arrays.fill(earliest, NEVER_TICK);
  }

  private int numberOf(long tick) {
    return (int) tick & (ticksPerWheel - 1);
  }

  @Override
  long link(WheelNode node, long tick) {
    int number = numberOf(tick);
    int b = number >>> BITS;
    int i = number & (BLOCK - 1);
    Block block = blocks[b];
    if (block == null) {
      blocks[b] = block = new Block();
    }
    Slot slot = block.slots[i];
    if (slot == null) {
      block.slots[i] = slot = new Slot(owner);
    }
    block.earliest[i] = Math.min(block.earliest[i], tick);
    earliest[b] = Math.min(earliest[b], tick);
    slot.append(node); // last: a linked node counts in the minima
    return tick;
  }

  @Override
  void turnTo(long nowTick, ExpiredBuffer out) {
    fireBy = Math.max(currentTick, nowTick);
    for (int b = 0; b < earliest.length; b++) {
      while (earliest[b] <= fireBy) {
        open(b * BLOCK + least(block(b).earliest), out); // raises the earliest tick of the block
      }
    }
  }

  private static int least(long[] ticks) {
    int least = 0;
    for (int i = 1; i < ticks.length; i++) {
      least = ticks[i] < ticks[least] ? i : least;
    }
    return least;
  }

  @SuppressWarnings("NullAway") // a block with an earliest tick exists
  private Block block(int b) {
    return blocks[b];
  }

  private void open(int number, ExpiredBuffer out) {
    Slot slot = slotAt(number);
    opened = number;
    staying = NEVER_TICK;
    try {
      for (int c = 0; c < slot.chunks(); c++) {
        @Nullable WheelNode[] chunk = slot.chunk(c);
        if (chunk != null) {
          walk(chunk, out);
        }
      }
    } finally {
      opened = -1;
    }
    if (staying == NEVER_TICK) {
      slot.reset();
    }
    raise(number, staying);
  }

  /** Raises the earliest tick of a slot; drops what is in use no longer. */
  private void raise(int number, long tick) {
    int b = number >>> BITS;
    int at = number & (BLOCK - 1);
    Block block = block(b);
    long min = tick;
    for (int i = 0; i < BLOCK; i++) { // no call from here on
      min = i != at && block.earliest[i] < min ? block.earliest[i] : min;
    }
    block.earliest[at] = tick;
    earliest[b] = min;
    if (tick == NEVER_TICK) {
      block.slots[at] = null;
    }
    if (min == NEVER_TICK) {
      blocks[b] = null;
    }
  }

  @Override
  void move(WheelNode node, long tick) {
    if (numberOf(tick) == opened) {
      staying = Math.min(staying, tick);
    } else {
      link(node, tick);
    }
  }

  @Override
  long nextFound() {
    return earliest[least(earliest)];
  }

  @Override
  int nextSlot(int from) {
    for (int number = from; number < earliest.length << BITS; number++) {
      Block block = blocks[number >>> BITS];
      if (block == null) {
        number |= BLOCK - 1;
      } else if (block.slots[number & (BLOCK - 1)] != null) {
        return number;
      }
    }
    return -1;
  }

  @Override
  @SuppressWarnings("NullAway") // as nextSlot says
  Slot slotAt(int number) {
    return block(number >>> BITS).slots[number & (BLOCK - 1)];
  }

  @Override
  void release(int number) {
    raise(number, NEVER_TICK);
  }
}
