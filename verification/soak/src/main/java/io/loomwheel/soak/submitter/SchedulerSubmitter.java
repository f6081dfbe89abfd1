package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import io.loomwheel.soak.submitter.Place.Handle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler of Reactor or RxJava, or its Workers, each of which is disposed of after some tasks,
 * or ends by itself when it was refused one. One task in eight is periodic.
 */
final class SchedulerSubmitter implements Submitter {
  private static final int TASKS_A_WORKER = 64;

  /** As many are tried at most. */
  private static final int WORKERS_A_TASK = 8;

  /** Ends a scheduler: at once, or calls back when its last task is over. */
  interface End {
    void close(boolean now, Runnable whenOver);
  }

  private final Place scheduler;
  private final @Nullable Supplier<Place> maker;
  private final boolean isForeign;
  private final End end;
  private final Runnable release;

  private final AtomicInteger tasks = new AtomicInteger();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Queue<Handle> periods = new ConcurrentLinkedQueue<>();

  /** All that were made; some schedulers lend a thread to each until it is disposed of. */
  private final Queue<Handle> workers = new ConcurrentLinkedQueue<>();

  /** Replaced by whoever finds it ended; two may, without harm. */
  private volatile @Nullable Place worker;

  /**
   * Makes one.
   *
   * @param maker of Workers, if they are to be used
   * @param isForeign whether it may drop what it has queued, and leaves periods to whoever has them
   * @param release of what it runs on
   */
  SchedulerSubmitter(
      Place scheduler,
      @Nullable Supplier<Place> maker,
      boolean isForeign,
      End end,
      Runnable release) {
    this.scheduler = scheduler;
    this.maker = maker;
    this.isForeign = isForeign;
    this.end = end;
    this.release = release;
  }

  @Override
  public @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos) {
    for (int i = 1; ; i++) {
      Place by = place(); // another thread may dispose of a Worker meanwhile
      Handle task = schedule(by, body, delayNanos);
      if (task != null) {
        if (by != scheduler && tasks.incrementAndGet() % TASKS_A_WORKER == 0) {
          by.handle().dispose().run();
        }
        return ticket(task, by);
      }
      if (by == scheduler || i == WORKERS_A_TASK || !by.handle().isDisposed().getAsBoolean()) {
        return null;
      }
    }
  }

  private @Nullable Handle schedule(Place by, Runnable body, long delayNanos) {
    try {
      if ((delayNanos & 7) != 0 || delayNanos == 0) {
        return by.once().schedule(body, delayNanos);
      }
      PeriodicTask task = new PeriodicTask(body);
      long period = PeriodicTask.periodNanos(delayNanos);
      Handle made = by.periodically().schedule(task, delayNanos, period);
      if (made != null) {
        task.cancelledBy(made.dispose());
        periods.add(made);
      }
      return made;
    } catch (RejectedExecutionException refused) {
      return null;
    }
  }

  private Place place() {
    Place last = worker;
    if (last == null || last.handle().isDisposed().getAsBoolean()) {
      last = newPlace();
      worker = last;
    }
    return last;
  }

  private Place newPlace() {
    if (maker == null) {
      return scheduler;
    }
    Place made = maker.get();
    workers.add(made.handle());
    return made;
  }

  private Ticket ticket(Handle task, Place by) {
    BooleanSupplier isGivenUp =
        () ->
            (by != scheduler && by.handle().isDisposed().getAsBoolean())
                || (isForeign && scheduler.handle().isDisposed().getAsBoolean());
    return Ticket.of(
            task.dispose(),
            () -> task.isDisposed().getAsBoolean() || (isForeign && isGivenUp.getAsBoolean()))
        .givenUpIf(isGivenUp);
  }

  @Override
  public void close(boolean now) {
    if (isForeign) {
      periods.forEach(task -> task.dispose().run());
    }
    end.close(now, over::countDown);
  }

  @Override
  public boolean terminates(long boundNanos) throws InterruptedException {
    return over.await(boundNanos, NANOSECONDS);
  }

  @Override
  public void release() {
    workers.forEach(made -> made.dispose().run());
    release.run();
  }
}
