package io.loomwheel.loom.internal;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the runs of an executor: those that go on and those that have ended. A run costs two adds
 * to a {@link LongAdder}. Thread-safe.
 *
 * <p>Counting may need memory or stack for more cells of an adder. If there is none, the run isn't
 * counted: the task matters more. So counting throws nothing.
 */
public final class RunCounts {
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  /** Makes counts of zero. */
  public RunCounts() {}

  /** Counts a run that begins. */
  public void begin() {
    count(begun);
  }

  /** Counts a run that has ended. */
  public void end() {
    count(ended);
  }

  private static void count(LongAdder counter) {
    try {
      counter.increment();
    } catch (OutOfMemoryError | StackOverflowError uncounted) {
      // see above
    }
  }

  /** {@return how many runs go on} Too high, never too low, while runs begin or end. */
  public long active() {
    long over = ended.sum(); // read before the begun ones
    return Math.max(0, begun.sum() - over);
  }

  /** {@return how many runs have ended} */
  public long completed() {
    return ended.sum();
  }
}
