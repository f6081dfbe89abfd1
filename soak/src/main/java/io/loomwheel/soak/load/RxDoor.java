package io.loomwheel.soak.load;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelScheduler;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import org.jspecify.annotations.Nullable;

/**
 * An RxJava scheduler on the timer, or a Worker of it. A Worker that was refused a task ends, with
 * all that it had; another takes its place.
 */
final class RxDoor implements Door {
  private final WheelScheduler scheduler;
  private final boolean asWorker;

  /** Replaced when it has ended, by whoever arms next; two may do so, which does no harm. */
  private volatile Scheduler.Worker worker;

  RxDoor(WheelTimer timer, boolean asWorker) {
    this.scheduler = WheelScheduler.on(timer);
    this.asWorker = asWorker;
    this.worker = scheduler.createWorker();
  }

  @Override
  public @Nullable Ticket arm(Entry entry, Runnable body, long delayNanos) {
    Scheduler.Worker by = asWorker ? liveWorker() : null;
    Disposable task =
        by == null
            ? scheduler.scheduleDirect(body, delayNanos, NANOSECONDS)
            : by.schedule(body, delayNanos, NANOSECONDS);
    return task == Disposable.disposed() ? null : new Held(task, by);
  }

  private Scheduler.Worker liveWorker() {
    Scheduler.Worker last = worker;
    if (last.isDisposed()) {
      last = scheduler.createWorker();
      worker = last;
    }
    return last;
  }

  @Override
  public Runnable repeat(Runnable body, long periodNanos) {
    Disposable task =
        asWorker
            ? worker.schedulePeriodically(body, periodNanos, periodNanos, NANOSECONDS)
            : scheduler.schedulePeriodicallyDirect(body, periodNanos, periodNanos, NANOSECONDS);
    return task::dispose;
  }

  @Override
  public void close() {
    scheduler.shutdown();
  }

  private record Held(Disposable task, Scheduler.@Nullable Worker by) implements Ticket {
    /** Proves nothing: it doesn't say whether the task had begun. */
    @Override
    public boolean cancel() {
      task.dispose();
      return false;
    }

    @Override
    public boolean isOver() {
      return task.isDisposed();
    }

    @Override
    public boolean isGivenUp() {
      return by != null && by.isDisposed();
    }
  }
}
