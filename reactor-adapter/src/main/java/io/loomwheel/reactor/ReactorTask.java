package io.loomwheel.reactor;

import io.loomwheel.schedulers.internal.Task;
import io.loomwheel.schedulers.internal.TaskOwner;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/** A task of the scheduler itself. */
final class ReactorTask extends Task implements Disposable {
  /** Its place in the queue of the target. Written after it was handed over, by that thread. */
  private volatile @Nullable Disposable place;

  ReactorTask(TaskOwner scheduler, Runnable action) {
    super(scheduler, action);
  }

  void takes(Disposable place) {
    this.place = place;
    givePlaceBack(); // the thread that disposed of this may have seen no place
  }

  /** Gives its place in the target's queue back, if it was disposed of before it began. */
  void givePlaceBack() {
    Disposable taken = place;
    if (taken != null && isWithdrawn()) {
      taken.dispose();
    }
  }
}
