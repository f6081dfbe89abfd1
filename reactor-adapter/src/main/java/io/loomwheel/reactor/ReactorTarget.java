package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.DueQueue;
import io.loomwheel.schedulers.internal.Target;
import io.loomwheel.schedulers.internal.TargetWorker;
import io.loomwheel.schedulers.internal.Task;
import io.loomwheel.schedulers.internal.WorkerDrain;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Another scheduler of Reactor. If it is disposed of, due tasks are dropped. If it is full, they
 * wait: no task is lost, and all run on the target's threads.
 *
 * <p>A stock scheduler of a few threads shows their executors as it is initialised, to decorators
 * of {@code Schedulers}. Then due work goes straight to them, past the hook of {@code onSchedule},
 * which has seen each task as it was submitted.
 *
 * <p>A thread that the target starts inherits the context class loader of the thread that hands a
 * task over. That one takes the loader of whoever made this target meanwhile.
 */
final class ReactorTarget extends Target {
  private static final OfThread[] NONE = {};

  private final Scheduler scheduler;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /** The threads, once their executors were seen. Written by the thread that initialises. */
  private volatile OfThread[] ofThreads = NONE;

  /** How often one was chosen, by any thread; unsigned, and may wrap around. */
  private final AtomicInteger chosen = new AtomicInteger();

  /** Makes a target with the given number of threads, as {@link Target} says. */
  ReactorTarget(ReactorLibrary library, WheelTimer timer, Scheduler scheduler, int threads) {
    super(library, timer, threads, true);
    this.scheduler = scheduler;
  }

  /** Initialises the scheduler. */
  void init() {
    String key = "loomwheel " + System.identityHashCode(this);
    List<ScheduledExecutorService> seen = new CopyOnWriteArrayList<>();
    Schedulers.addExecutorServiceDecorator(
        key,
        (owner, executor) -> {
          if (owner == scheduler) {
            seen.add(executor);
          }
          return executor;
        });
    try {
      scheduler.init();
    } finally {
      Schedulers.removeExecutorServiceDecorator(key);
    }
    // One that others have decorated is user code; others than expected are of a lost race.
    if (seen.size() == threads
        && seen.stream().allMatch(it -> it.getClass() == ScheduledThreadPoolExecutor.class)) {
      ofThreads = seen.stream().map(it -> new OfThread(this, it)).toArray(OfThread[]::new);
    }
  }

  /** {@return whether each of its threads has been started, so that no factory is called} */
  @Override
  protected boolean callsNoUserCode() {
    int known = ofThreads.length;
    return known > 0 && Integer.compareUnsigned(chosen.get(), known) >= 0;
  }

  private @Nullable OfThread choose() {
    OfThread[] known = ofThreads;
    return known.length == 0
        ? null
        : known[Integer.remainderUnsigned(chosen.getAndIncrement(), known.length)];
  }

  @Override
  protected boolean give(Runnable work) {
    OfThread thread = choose();
    Disposable place = thread == null ? scheduler.schedule(work) : thread.schedule(work);
    if (work instanceof ReactorTask task) {
      task.takes(place);
    }
    return true;
  }

  @Override
  protected boolean offer(Runnable due) {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return super.offer(due);
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  @Override
  protected void ended(Task task) {
    super.ended(task);
    ((ReactorTask) task).givePlaceBack();
  }

  @Override
  public boolean isDisposed() {
    return scheduler.isDisposed();
  }

  @Override
  protected TargetWorker newWorker(WorkerTaskOwner by) {
    OfThread thread = choose();
    return thread == null ? new OfScheduler(scheduler.createWorker()) : thread;
  }

  /** Drains that are due together take one place in its queue, so that a burst doesn't fill it. */
  private interface OneAtATime extends TargetWorker {
    Disposable schedule(Runnable work);

    @Override
    default boolean hand(WorkerDrain drain) {
      Disposable place = schedule(drain);
      drain.handedOver(place::dispose);
      return true;
    }
  }

  private record OfScheduler(Scheduler.Worker worker) implements OneAtATime {
    @Override
    public Disposable schedule(Runnable work) {
      return worker.schedule(work);
    }

    @Override
    public boolean isDisposed() {
      return worker.isDisposed();
    }

    @Override
    public void giveBack() {
      worker.dispose();
    }
  }

  /** One of the threads, which others use too. */
  private static final class OfThread implements OneAtATime {
    private final ExecutorService thread;
    private final DueQueue due;

    /** The last hand-over, to be run or run already. Set by threads that hand over. */
    private volatile @Nullable HandOver waiting;

    OfThread(Target target, ExecutorService thread) {
      this.thread = thread;
      this.due = new DueQueue(target, 1, this::isGiven);
    }

    /** If a hand-over has not begun, that will do, unless the thread was shut down. */
    private boolean isGiven(DueQueue queue) {
      HandOver before = waiting;
      if (before == null || before.begun || thread.isShutdown()) {
        HandOver handOver = new HandOver(queue);
        schedule(handOver);
        waiting = handOver;
      }
      return true;
    }

    @Override
    public Disposable schedule(Runnable work) {
      Future<?> submitted = thread.submit(() -> runReporting(work));
      return () -> submitted.cancel(false);
    }

    /** Reports what would end in a future that nobody asks. */
    private static void runReporting(Runnable work) {
      try {
        work.run();
      } catch (Throwable failure) {
        Errors.handle(failure);
      }
    }

    @Override
    public DueQueue dueQueue() {
      return due;
    }

    @Override
    public void giveBack() {}
  }

  /** Runs what is due for a thread, and says so. */
  private static final class HandOver implements Runnable {
    private final DueQueue due;

    /** Set by the thread that runs it, read by those that hand over. */
    private volatile boolean begun;

    HandOver(DueQueue due) {
      this.due = due;
    }

    @Override
    public void run() {
      begun = true;
      due.run();
    }
  }
}
