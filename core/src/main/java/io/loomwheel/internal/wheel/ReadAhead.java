package io.loomwheel.internal.wheel;

import org.jspecify.annotations.Nullable;

/**
 * Reads nodes shortly before they are walked. They lie anywhere in memory, and several cache misses
 * at the same time cost little more than one; but a compare-and-set, as each of them gets if it
 * fires, lets the core read nothing behind it until it is done.
 *
 * <p>Guarded by the shard's lock.
 */
final class ReadAhead {
  /** How many at once: about as many as a core can wait for. */
  private static final int NODES = 16;

  /** What was read, so that the compiler keeps the reads. */
  @SuppressWarnings("UnusedVariable")
  private int sum;

  /**
   * Reads the next few nodes of a chunk, if it is time.
   *
   * @param at the cell that is walked next, from 1 on
   */
  void read(@Nullable WheelNode[] chunk, int at) {
    if (at % NODES == 1) {
      int read = 0;
      for (int i = at, end = Math.min(chunk.length, at + NODES); i < end; i++) {
        WheelNode node = chunk[i];
        read += node == null ? 0 : (int) node.word;
      }
      sum = read;
    }
  }
}
