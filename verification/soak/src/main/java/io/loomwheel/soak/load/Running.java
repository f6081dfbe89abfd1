package io.loomwheel.soak.load;

import java.util.concurrent.atomic.LongAdder;

/** Counts the tasks that are between their begin and their end. Thread-safe. */
final class Running {
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  void run(Runnable task) {
    begun.increment();
    try {
      task.run();
    } finally {
      ended.increment();
    }
  }

  /** {@return false if there was a moment during this call at which no task was running} */
  boolean isAny() {
    long over = ended.sum(); // first: whatever begins or ends meanwhile makes the difference larger
    return begun.sum() > over;
  }
}
