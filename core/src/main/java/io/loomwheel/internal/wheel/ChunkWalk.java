package io.loomwheel.internal.wheel;

import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Visits the nodes of a wheel and holds its lock for some microseconds at a time: it copies
 * references to a few chunks under the lock, and reads the nodes without it.
 *
 * <p>A cell never holds a second node, so a chunk may be read while other threads use the wheel. A
 * node that stays where it is from the beginning to the end is visited once. One that is moved, or
 * whose slot is walked or swept meanwhile, may be missed or visited twice.
 *
 * <p>Not thread-safe. Allocates one array of {@link #PORTION} references.
 */
public final class ChunkWalk {
  /** How many chunks are copied at a time. */
  private static final int PORTION = 64;

  private final @Nullable WheelNode[] @Nullable [] portion = new WheelNode[PORTION][];
  private int size;

  /** The number of the slot to go on with; that of the overdue nodes is -1. */
  private int slot;

  /** How many chunks of that slot were copied, and the last of them. */
  private int copied;

  private @Nullable WheelNode @Nullable [] lastCopied;

  /** What was read ahead, so that the compiler keeps the reads. */
  @SuppressWarnings("UnusedVariable")
  private int read;

  /** Makes a walk that has not begun. */
  public ChunkWalk() {}

  /** Begins with another wheel. */
  public void begin() {
    slot = -1;
    toNextSlot(-1);
  }

  private void toNextSlot(int number) {
    slot = number;
    copied = 0;
    lastCopied = null;
  }

  /**
   * Copies the next portion. Called under the lock of the wheel.
   *
   * @param wheel the same since {@link #begin}
   * @return whether there may be more
   */
  public boolean copy(Wheel wheel) {
    size = 0;
    for (int number; (number = slot < 0 ? slot : wheel.nextSlot(slot)) >= slot; ) {
      if (number != slot) {
        toNextSlot(number);
      }
      Slot from = number < 0 ? wheel.overdue : wheel.slotAt(number);
      int c = next(from);
      for (; c < from.chunks() && size < PORTION; c++) {
        @Nullable WheelNode[] chunk = from.chunk(c);
        if (chunk != null) {
          portion[size] = chunk;
          size++;
          lastCopied = chunk;
        }
      }
      copied = c;
      if (c < from.chunks()) {
        return true;
      }
      toNextSlot(number + 1);
    }
    return false;
  }

  /** {@return the chunk behind the last one that was copied, whose index may be lower by now} */
  private int next(Slot from) {
    if (lastCopied != null) {
      for (int c = Math.min(copied, from.chunks()) - 1; c >= 0; c--) {
        if (from.chunk(c) == lastCopied) {
          return c + 1;
        }
      }
    }
    return Math.min(copied, from.chunks());
  }

  /**
   * Visits the armed nodes of the portion. Called without the lock.
   *
   * @param to gets the nodes, each with the deadline for which it is armed; its word may have
   *     changed by then
   */
  public void visit(ObjLongConsumer<? super WheelNode> to) {
    for (int p = 0; p < size; p++) {
      @Nullable WheelNode[] chunk = portion[p];
      portion[p] = null;
      if (chunk != null) {
        visit(chunk, to);
      }
    }
  }

  private void visit(@Nullable WheelNode[] chunk, ObjLongConsumer<? super WheelNode> to) {
    int sum = 0;
    for (int i = 1; i < chunk.length; i++) {
      WheelNode node = chunk[i];
      sum += node == null ? 0 : node.prefetch(); // several cache misses at the same time
    }
    read = sum;
    for (int i = 1; i < chunk.length; i++) {
      WheelNode node = chunk[i];
      long deadline = node != null && node.liesIn(chunk, i) ? node.armedDeadlineNanos() : -1;
      if (node != null && deadline >= 0) {
        to.accept(node, deadline);
      }
    }
  }
}
