package io.loomwheel.purgatory;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ended operations whose entries are still in the watch lists and are removed in batches. Holds at
 * most the threshold, plus those that running calls are about to remove. The operations themselves
 * are released at once.
 *
 * <p>Thread-safe; a Treiber stack. Each ended operation costs two atomic operations on words that
 * all threads share.
 */
final class PurgeStack {
  private final int threshold;

  /** The entry added last, or null. Pushed by compare-and-set; a purge swaps in null. */
  private final AtomicReference<@Nullable Registration> top = new AtomicReference<>();

  /**
   * Entries not yet purged. Raised after a push, lowered after each has left its lists; may lag.
   */
  private final AtomicInteger count = new AtomicInteger();

  PurgeStack(int threshold) {
    this.threshold = threshold;
  }

  int count() {
    return count.get();
  }

  /** Adds an ended operation, and purges if there are more than the threshold. */
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

  /** Removes all entries of the ended operations from their lists. O(entries). */
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
