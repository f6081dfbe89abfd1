package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** A Reactor scheduler, or its Workers, each of which is disposed of after some tasks. */
final class ReactorSubmitter implements Submitter {
  private static final int TASKS_A_WORKER = 64;

  /** As many are tried at most. */
  private static final int WORKERS_A_TASK = 8;

  private final Scheduler scheduler;
  private final boolean asWorker;
  private final boolean dropsQueue;
  private final Runnable release;
  private final AtomicInteger tasks = new AtomicInteger();
  private final CountDownLatch gracefulEnd = new CountDownLatch(1);

  /** Replaced by whoever hands in the last task of one. */
  private volatile Scheduler.Worker worker;

  private ReactorSubmitter(
      Scheduler scheduler, boolean asWorker, boolean dropsQueue, Runnable release) {
    this.scheduler = scheduler;
    this.asWorker = asWorker;
    this.dropsQueue = dropsQueue;
    this.release = release;
    this.worker = scheduler.createWorker();
  }

  ReactorSubmitter(Scheduler scheduler, boolean asWorker, Runnable release) {
    this(scheduler, asWorker, false, release);
  }

  /**
   * {@return one of a scheduler that, as Reactor's own, drops what it has queued, and is silent}
   */
  static ReactorSubmitter dropping(Scheduler scheduler, boolean asWorker) {
    return new ReactorSubmitter(scheduler, asWorker, true, () -> {});
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    if (!asWorker) {
      return new Held(
          delayNanos == 0
              ? scheduler.schedule(body)
              : scheduler.schedule(body, delayNanos, NANOSECONDS),
          null);
    }
    for (int i = 1; ; i++) {
      Scheduler.Worker by = worker; // another thread may dispose of it meanwhile
      try {
        return submit(by, body, delayNanos);
      } catch (RejectedExecutionException refused) {
        if (i == WORKERS_A_TASK || !by.isDisposed()) {
          throw refused;
        }
      }
    }
  }

  private Ticket submit(Scheduler.Worker by, Runnable body, long delayNanos) {
    Ticket ticket =
        new Held(
            delayNanos == 0 ? by.schedule(body) : by.schedule(body, delayNanos, NANOSECONDS), by);
    if (tasks.incrementAndGet() % TASKS_A_WORKER == 0) {
      worker = scheduler.createWorker();
      by.dispose();
    }
    return ticket;
  }

  @Override
  public Runnable repeat(Runnable body, long periodNanos) {
    Disposable task =
        asWorker
            ? scheduler
                .createWorker()
                .schedulePeriodically(body, periodNanos, periodNanos, NANOSECONDS)
            : scheduler.schedulePeriodically(body, periodNanos, periodNanos, NANOSECONDS);
    return task::dispose;
  }

  @Override
  public void close(boolean now) {
    if (now) {
      scheduler.dispose();
      gracefulEnd.countDown();
    } else {
      scheduler.disposeGracefully().doFinally(how -> gracefulEnd.countDown()).subscribe();
    }
  }

  @Override
  public void release() {
    release.run();
  }

  @Override
  public boolean terminates(long boundNanos) throws InterruptedException {
    return gracefulEnd.await(boundNanos, NANOSECONDS);
  }

  private final class Held implements Ticket {
    private final Disposable task;
    private final Scheduler.@Nullable Worker by;

    Held(Disposable task, Scheduler.@Nullable Worker by) {
      this.task = task;
      this.by = by;
    }

    /** Proves nothing: it doesn't say whether the task had begun. */
    @Override
    public boolean cancel() {
      task.dispose();
      return false;
    }

    @Override
    public boolean isOver() {
      return task.isDisposed() || (dropsQueue && isGivenUp());
    }

    @Override
    public boolean isGivenUp() {
      return (by != null && by.isDisposed()) || (dropsQueue && scheduler.isDisposed());
    }
  }
}
