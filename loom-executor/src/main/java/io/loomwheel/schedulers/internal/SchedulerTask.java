package io.loomwheel.schedulers.internal;

import org.jspecify.annotations.Nullable;

/** A task of the scheduler itself, which may wait in a queue for a thread of its target. */
public abstract class SchedulerTask extends Task {
  /** Takes this out of the queue where it waits; null before that is known. */
  private volatile @Nullable Runnable takeOut;

  protected SchedulerTask(TaskOwner scheduler, Runnable action) {
    super(scheduler, action);
  }

  @Override
  public final void handedOver(Runnable out) {
    takeOut = out;
    leaveQueue(); // the thread that withdrew this may have seen none
  }

  /** Called once it has ended: one that was withdrawn leaves the queue where it waits. */
  final void leaveQueue() {
    Runnable out = takeOut;
    if (out != null && isWithdrawn()) {
      out.run();
    }
  }
}
