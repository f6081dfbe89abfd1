package io.loomwheel.internal.dispatch;

import org.jspecify.annotations.Nullable;

/** One or more tasks offered to a relay at once. Thread-safe: each is taken once. */
abstract sealed class Offer permits SingleOffer, BlockOffer {
  /**
   * Takes a task.
   *
   * @param place of the drainer that asks; kept by it from one call to the next
   * @return null if none is left
   */
  abstract @Nullable Runnable take(Place place);

  /** {@return whether all were taken; may say so late, unlike {@link #take}} */
  abstract boolean isSpent();

  /** {@return a number that changes as tasks are taken, other than the last; may lag behind} */
  abstract int progress();

  /** Which block of which offer a drainer is at. Used by that drainer only. */
  static final class Place {
    static final int NONE = -1;

    @Nullable Offer offer;
    int block = NONE;
  }
}
