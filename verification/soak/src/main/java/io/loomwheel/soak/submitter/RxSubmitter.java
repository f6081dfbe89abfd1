package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An RxJava scheduler, or its Workers, each of which is disposed of after some tasks, or ends by
 * itself when it was refused one.
 */
final class RxSubmitter implements Submitter {
  private static final int TASKS_A_WORKER = 64;

  /** As many are tried at most. */
  private static final int WORKERS_A_TASK = 8;

  private final Scheduler scheduler;
  private final boolean asWorker;
  private final Runnable end;
  private final Runnable release;
  private final CompositeDisposable repeats = new CompositeDisposable();

  /**
   * All that were made; a scheduler of RxJava's own lends a thread to each until it is disposed.
   */
  private final CompositeDisposable workers = new CompositeDisposable();

  private final AtomicInteger tasks = new AtomicInteger();

  /** Replaced by whoever finds it ended, or hands in its last task; two may, without harm. */
  private volatile Scheduler.@Nullable Worker worker;

  RxSubmitter(Scheduler scheduler, boolean asWorker, Runnable end, Runnable release) {
    this.scheduler = scheduler;
    this.asWorker = asWorker;
    this.end = end;
    this.release = release;
  }

  RxSubmitter(Scheduler scheduler, boolean asWorker) {
    this(scheduler, asWorker, scheduler::shutdown, () -> {});
  }

  @Override
  public @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos) {
    if (!asWorker) {
      return ticket(direct(body, delayNanos), null);
    }
    Ticket ticket = null;
    for (int i = 0; i < WORKERS_A_TASK && ticket == null; i++) {
      Scheduler.Worker by = liveWorker(); // another thread may dispose of it meanwhile
      ticket = ticket(by.schedule(body, delayNanos, NANOSECONDS), by);
      if (tasks.incrementAndGet() % TASKS_A_WORKER == 0) {
        by.dispose();
      }
    }
    return ticket;
  }

  private static @Nullable Ticket ticket(Disposable task, Scheduler.@Nullable Worker by) {
    return task == Disposable.disposed() ? null : new Held(task, by);
  }

  private Disposable direct(Runnable body, long delayNanos) {
    return delayNanos == 0
        ? scheduler.scheduleDirect(body)
        : scheduler.scheduleDirect(body, delayNanos, NANOSECONDS);
  }

  private Scheduler.Worker liveWorker() {
    Scheduler.Worker last = worker;
    if (last == null || last.isDisposed()) {
      last = newWorker();
      worker = last;
    }
    return last;
  }

  private Scheduler.Worker newWorker() {
    Scheduler.Worker made = scheduler.createWorker();
    workers.add(made);
    return made;
  }

  @Override
  public Runnable repeat(Runnable body, long periodNanos) {
    Disposable task =
        asWorker
            ? newWorker().schedulePeriodically(body, periodNanos, periodNanos, NANOSECONDS)
            : scheduler.schedulePeriodicallyDirect(body, periodNanos, periodNanos, NANOSECONDS);
    repeats.add(task);
    return task::dispose;
  }

  @Override
  public void close(boolean now) {
    repeats.dispose(); // a scheduler of RxJava's own goes on
    end.run();
  }

  @Override
  public void release() {
    workers.dispose();
    release.run();
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
