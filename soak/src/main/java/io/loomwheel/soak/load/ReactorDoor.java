package io.loomwheel.soak.load;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** A Reactor scheduler on the timer, or a Worker of it. */
final class ReactorDoor implements Door {
  private final WheelScheduler scheduler;
  private final boolean asWorker;
  private final Scheduler.Worker worker;

  ReactorDoor(WheelTimer timer, boolean asWorker) {
    this.scheduler = WheelScheduler.on(timer);
    this.asWorker = asWorker;
    this.worker = scheduler.createWorker();
  }

  @Override
  public Ticket arm(Entry entry, Runnable body, long delayNanos) {
    return new Held(
        asWorker
            ? worker.schedule(body, delayNanos, NANOSECONDS)
            : scheduler.schedule(body, delayNanos, NANOSECONDS));
  }

  @Override
  public Runnable repeat(Runnable body, long periodNanos) {
    Disposable task =
        asWorker
            ? worker.schedulePeriodically(body, periodNanos, periodNanos, NANOSECONDS)
            : scheduler.schedulePeriodically(body, periodNanos, periodNanos, NANOSECONDS);
    return task::dispose;
  }

  @Override
  public void close() {
    scheduler.dispose();
  }

  private record Held(Disposable task) implements Ticket {
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
  }
}
