package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.Target;
import io.loomwheel.schedulers.internal.Target.TargetWorker;
import io.loomwheel.schedulers.internal.TargetThread;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import io.loomwheel.schedulers.internal.WorkerDrain;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
  private final Scheduler scheduler;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /** How many threads it has for all tasks; 0 if it may start one for each. */
  private final int most;

  ReactorTarget(ReactorLibrary library, WheelTimer timer, Scheduler scheduler, int threads) {
    super(library, timer, true);
    this.scheduler = scheduler;
    this.most = threads;
  }

  synchronized void init() {
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
    if (seen.size() == most
        && seen.stream().allMatch(it -> it.getClass() == ScheduledThreadPoolExecutor.class)) {
      threads =
          seen.stream()
              .map(it -> new ExecutorThread(this, (ScheduledThreadPoolExecutor) it))
              .toArray(TargetThread[]::new);
    }
  }

  @Override
  protected boolean give(Runnable work) {
    return handed(
        (DueWork) work,
        nextThread() instanceof ExecutorThread thread
            ? thread.schedule(work)
            : scheduler.schedule(work));
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
  public boolean isDisposed() {
    return scheduler.isDisposed();
  }

  @Override
  protected TargetWorker newWorker() {
    return new OfScheduler(scheduler.createWorker());
  }

  /** {@return true} What will not run, as it was withdrawn, gives its place in the queue back. */
  private static boolean handed(DueWork work, Disposable place) {
    work.handedOver(place::dispose);
    return true;
  }

  private record OfScheduler(Scheduler.Worker worker) implements TargetWorker {
    @Override
    public boolean hand(WorkerDrain drain) {
      Disposable place = worker.schedule(drain);
      return handed(drain.handedAt(place::isDisposed), place);
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

  /** One of the threads, by its executor. */
  private static final class ExecutorThread extends TargetThread {
    private final ScheduledThreadPoolExecutor thread;

    ExecutorThread(Target target, ScheduledThreadPoolExecutor thread) {
      super(target);
      this.thread = thread;
    }

    @Override
    protected boolean give(Runnable due) {
      schedule(due);
      return true;
    }

    @Override
    protected boolean isLost() {
      return thread.isShutdown();
    }

    /** {@return whether it was started, so that no factory is called} */
    @Override
    protected boolean callsNoUserCode() {
      return thread.getPoolSize() > 0;
    }

    /** {@return whether it runs something, or is about to} */
    @Override
    protected boolean isBusy() {
      Object next = thread.getQueue().peek();
      boolean isDue = next instanceof Delayed first && first.getDelay(TimeUnit.NANOSECONDS) <= 0;
      return isDue || thread.getActiveCount() > 0;
    }

    Disposable schedule(Runnable work) {
      Future<?> submitted = thread.submit(() -> runReporting(work));
      return () -> cancel(submitted);
    }

    private static void cancel(Future<?> submitted) {
      submitted.cancel(false);
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
    public boolean hand(WorkerDrain drain) {
      return handed(drain, schedule(drain));
    }
  }
}
