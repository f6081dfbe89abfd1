package io.loomwheel.bench.questions;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A ring through which one thread hands objects to another, in batches: handing over one by one,
 * the two fight for the line of the cell, more or less so by chance, and the noise drowns the
 * timers. Whoever has to wait spins, and after a while yields to the timers' threads.
 */
final class BatchHandoff {
  /** A power of two. */
  private static final int BATCHES = 16;

  private static final int MASK = BATCHES * Relayed.SIZE - 1;
  private static final int SPINS = 100;

  /** Written by the sender before it publishes the batch, read by the taker after. */
  private final @Nullable Object[] cells = new Object[MASK + 1];

  /** Batches that are full. Written by the sender. */
  private final AtomicLong sent = new AtomicLong();

  /** Batches that are empty again. Written by the taker. Once a batch, so no pad is needed. */
  private final AtomicLong taken = new AtomicLong();

  /** Set by the sender after its last batch; cleared when nobody uses the pipe. */
  private volatile boolean ended;

  /** Makes the pipe ready for a round. */
  void reset() {
    sent.set(0);
    taken.set(0);
    ended = false;
  }

  /** Forgets what has been taken. */
  void clear() {
    Arrays.fill(cells, null);
  }

  // --- the sender ---

  /** Waits until there is room for one more batch after that many. */
  void awaitRoom(long batches) {
    for (int spins = 0; batches - taken.getAcquire() >= BATCHES; spins++) {
      pause(spins);
    }
  }

  void put(long n, Object value) {
    cells[(int) n & MASK] = value;
  }

  /** Publishes a batch, so that they are that many. */
  void sent(long batches) {
    sent.setRelease(batches);
  }

  void end() {
    ended = true;
  }

  // --- the taker ---

  /** Waits for a batch after that many; returns false if there is none. */
  boolean awaitBatch(long batches) {
    for (int spins = 0; sent.getAcquire() == batches; spins++) {
      if (ended && sent.getAcquire() == batches) {
        return false;
      }
      pause(spins);
    }
    return true;
  }

  @SuppressWarnings("NullAway") // a published cell is full
  Object take(long n) {
    return cells[(int) n & MASK];
  }

  /** Gives a batch back, so that they are that many. */
  void taken(long batches) {
    taken.setRelease(batches);
  }

  private static void pause(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
