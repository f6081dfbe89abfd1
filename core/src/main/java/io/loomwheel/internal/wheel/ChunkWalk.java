package io.loomwheel.internal.wheel;

import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Visits the nodes of a wheel and holds its lock for some microseconds at a time: it copies
 * references to a few chunks under the lock, and reads the nodes without it.
 *
 * <p>A cell never holds a second node, so a chunk may be read while other threads use the wheel. A
 * node that stays where it is from the beginning to the end is visited once. One that is moved, as
 * where its slot is walked or swept meanwhile, may be missed or visited twice. A walk ends though a
 * slot grows as fast as it is visited.
 *
 * <p>Not thread-safe. Allocates one array of {@link #PORTION} references.
 */
public final class ChunkWalk {
  /** How many chunks are copied at a time. */
  private static final int PORTION = 64;

  private final @Nullable WheelNode[] @Nullable [] portion = new WheelNode[PORTION][];

  /** The number of the slot to go on with; that of the overdue nodes is -1. */
  private int slot = -1;

  /**
   * The chunks of the slot before it, as they lay when the walk came there: a slot that closes them
   * up does so in another list.
   */
  private @Nullable WheelNode[] @Nullable [] list = {};

  /** The index of the next one of them to be copied. */
  private int next;

  /** Copies the next portion of a wheel, under its lock; {@return whether there may be more} */
  public boolean copy(Wheel wheel) {
    int size = 0;
    while (size < PORTION) {
      if (next < list.length) {
        portion[size] = list[next];
        size++;
        next++;
      } else if (!toNextSlot(wheel)) {
        return false;
      }
    }
    return true;
  }

  private boolean toNextSlot(Wheel wheel) {
    int number = slot < 0 ? slot : wheel.nextSlot(slot);
    if (number < slot) {
      return false;
    }
    list = (number < 0 ? wheel.overdue : wheel.slotAt(number)).chunks;
    next = 0;
    slot = number + 1;
    return true;
  }

  /**
   * Visits the armed nodes of the portion, each with the deadline for which it is armed; its word
   * may have changed by then. Called without the lock.
   */
  public void visit(ObjLongConsumer<? super WheelNode> to) {
    for (int p = 0; p < PORTION; p++) {
      @Nullable WheelNode[] chunk = portion[p];
      portion[p] = null;
      if (chunk != null) {
        WheelNode.prefetch(chunk, 1, chunk.length);
      }
      for (int i = 1; chunk != null && i < chunk.length; i++) {
        WheelNode node = chunk[i];
        long deadline = node != null && node.liesIn(chunk, i) ? node.word : -1;
        if (node != null && deadline >= 0) {
          to.accept(node, deadline);
        }
      }
    }
  }
}
