package io.loomwheel.internal.dispatch;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** An offer of one task. */
final class SingleOffer extends Offer {
  private static final AtomicReferenceFieldUpdater<SingleOffer, @Nullable Runnable> TASK =
      AtomicReferenceFieldUpdater.newUpdater(SingleOffer.class, Runnable.class, "task");

  /** Null once it was taken, by the drainer that swapped it out. */
  private volatile @Nullable Runnable task;

  SingleOffer(Runnable task) {
    this.task = task;
  }

  @Override
  @Nullable Runnable take(Place place) {
    return TASK.getAndSet(this, null);
  }

  /** {@return whether the task was not taken, and never will be} Allocates nothing. */
  boolean withdraw() {
    return TASK.getAndSet(this, null) != null;
  }

  @Override
  boolean isSpent() {
    return task == null;
  }

  @Override
  int progress() {
    return 0;
  }
}
