package io.loomwheel.purgatory;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Places of operations that have ended, left in their lists to be given up together: never those of
 * more operations than the threshold, but for those that calls under way are about to give up. The
 * operations themselves are let go at once.
 *
 * <p>Thread-safe; a stack after Treiber. Two atomic operations for each that ends, on words that
 * all threads share.
 */
final class PurgeStack {
  private final int threshold;
  private final AtomicReference<@Nullable Registration> top = new AtomicReference<>();
  private final AtomicInteger count = new AtomicInteger();

  PurgeStack(int threshold) {
    this.threshold = threshold;
  }

  int count() {
    return count.get();
  }

  /** Leaves one more, or gives all up if that would be too many. */
  void add(Registration ended) {
    if (threshold == 0) {
      ended.leave();
      return;
    }
    ended.vacate();
    Registration below;
    do {
      below = top.get();
      ended.below = below;
    } while (!top.compareAndSet(below, ended));
    if (count.incrementAndGet() > threshold) {
      purge();
    }
  }

  /** Gives up all places that were left. O(those). */
  void purge() {
    for (Registration ended = top.getAndSet(null); ended != null; ) {
      Registration below = ended.below;
      ended.below = null;
      ended.leave();
      count.decrementAndGet();
      ended = below;
    }
  }
}
