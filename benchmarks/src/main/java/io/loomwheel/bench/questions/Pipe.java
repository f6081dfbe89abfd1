package io.loomwheel.bench.questions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A ring in which one thread hands objects to another. A cell is full while it isn't null; whoever
 * finds it in the wrong state spins, and after a while yields to the timers' threads.
 */
final class Pipe {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final int CAPACITY = 1024;
  private static final int SPINS = 100;

  private final @Nullable Object[] cells = new Object[CAPACITY];

  /** Batches that the sender has begun; written by the sender, read by the taker. */
  private volatile long begun;

  /** Set by the sender after its last batch; cleared when nobody uses the pipe. */
  private volatile boolean ended;

  /** Hands an object over; {@code n} counts all of the round. */
  void put(long n, Object value) {
    int i = (int) n & (CAPACITY - 1);
    for (int spins = 0; CELL.getAcquire(cells, i) != null; spins++) {
      pause(spins);
    }
    CELL.setRelease(cells, i, value);
  }

  /** {@return the object of that number} */
  Object take(long n) {
    int i = (int) n & (CAPACITY - 1);
    Object value;
    for (int spins = 0; (value = CELL.getAcquire(cells, i)) == null; spins++) {
      pause(spins);
    }
    CELL.setRelease(cells, i, (Object) null);
    return value;
  }

  private static void pause(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  void reset() {
    begun = 0;
    ended = false;
  }

  void begin(long batch) {
    begun = batch;
  }

  void end() {
    ended = true;
  }

  /** Waits for a batch after that many; returns false if there is none. */
  boolean awaitAfter(long batches) {
    for (int spins = 0; begun == batches; spins++) {
      if (ended && begun == batches) {
        return false;
      }
      pause(spins);
    }
    return true;
  }
}
