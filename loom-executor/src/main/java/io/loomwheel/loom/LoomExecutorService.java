package io.loomwheel.loom;

import io.loomwheel.internal.drive.Callbacks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/** What the executor services have in common: counts, ends and bulk submissions. Thread-safe. */
abstract class LoomExecutorService extends AbstractExecutorService {
  /** Calls the handler of uncaught exceptions of the thread that ran the task. */
  static final BiConsumer<Runnable, Throwable> UNCAUGHT =
      (task, cause) -> Callbacks.tellThread(cause);

  private final String label;
  final RunCounts counts;

  /** What a {@code shutdownNow} has withdrawn and not returned yet. Guarded by itself. */
  private final ArrayList<Runnable> withdrawn = new ArrayList<>();

  LoomExecutorService(String label, RunCounts counts) {
    this.label = label;
    this.counts = counts;
  }

  /** Calls a handler, or the thread's own handler if that one throws. Throws nothing. */
  static void tell(
      BiConsumer<? super Runnable, ? super Throwable> handler, Runnable task, Throwable cause) {
    try {
      handler.accept(task, cause);
    } catch (Throwable handlerFailed) {
      Callbacks.tellThread(Callbacks.add(cause, handlerFailed));
    }
  }

  /** {@return the number of accepted tasks that have not ended} */
  abstract long size();

  /** {@return how many tasks run now} Approximate while tasks begin or end. */
  public long activeCount() {
    long ended = counts.ended.sum(); // read first: never too low
    return Math.max(0, counts.begun.sum() - ended);
  }

  /**
   * {@return how many accepted tasks don't run now} They wait for their delay or their next period,
   * for their turn under a limit, or for a thread. Approximate while tasks begin or end.
   */
  public long queuedCount() {
    return Math.max(0, size() - activeCount());
  }

  /**
   * {@return how many runs have ended, with or without an exception} Never decreases. Each run of a
   * periodic task counts, as in {@link java.util.concurrent.ScheduledThreadPoolExecutor}. Tasks
   * that were rejected, or returned by {@link #shutdownNow}, don't count, nor do delayed and
   * periodic ones that were cancelled before they began. A plain task whose future was cancelled
   * counts when its turn has come.
   */
  public long completedCount() {
    return counts.ended.sum();
  }

  @Override
  public boolean isTerminated() {
    return counts.terminated.getCount() == 0;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    Objects.requireNonNull(unit, "unit");
    return isTerminated() || counts.terminated.await(timeout, unit);
  }

  @Override
  public String toString() {
    String state = isTerminated() ? "terminated" : isShutdown() ? "shut down" : "running";
    return label + state + ", unfinished: " + size() + "]";
  }

  /** Makes room for so many tasks, before they are withdrawn. */
  final void makeRoom(int tasks) {
    synchronized (withdrawn) {
      withdrawn.ensureCapacity(withdrawn.size() + tasks);
    }
  }

  /** Keeps a task for which there is room: needs no memory. */
  final void keep(Runnable task) {
    synchronized (withdrawn) {
      withdrawn.add(task);
    }
  }

  final List<Runnable> takeWithdrawn() {
    synchronized (withdrawn) {
      List<Runnable> taken = new ArrayList<>(withdrawn);
      withdrawn.clear();
      return taken;
    }
  }

  /**
   * Shuts down and waits for the end, unless the shutdown throws: then maybe no thread brings it.
   * Calls an action for each interrupt; what that throws is thrown at the end.
   */
  final void closeAndWait(Runnable onInterrupt) {
    Callbacks.requireStack(200); // what is to be done after an interrupt takes more than the wait
    shutdown();
    Throwable first = null;
    boolean interrupted = false;
    while (!isTerminated()) {
      try {
        counts.terminated.await();
      } catch (InterruptedException e) {
        interrupted = true;
        try {
          onInterrupt.run();
        } catch (Throwable thrown) {
          first = Callbacks.add(first, thrown);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Callbacks.throwIfAny(first);
  }

  /**
   * As that of {@link AbstractExecutorService}, but refuses a {@link Duration} as the result: who
   * passes one with a lambda that returns nothing means a timeout, and would get none.
   *
   * @throws IllegalArgumentException if the result is a {@code Duration}
   */
  @Override
  public <T> Future<T> submit(Runnable task, T result) {
    if (result instanceof Duration) {
      throw new IllegalArgumentException(
          "result must not be a Duration, was "
              + result
              + ": submit sets no timeout; submitWithTimeout of WheelExecutorService does, and a"
              + " Callable may return a Duration");
    }
    return super.submit(task, result);
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
      throws InterruptedException, ExecutionException {
    try {
      return invokeAny(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (TimeoutException after292Years) {
      throw new IllegalStateException(after292Years);
    }
  }

  /**
   * As that of {@link AbstractExecutorService}, but it waits for the very futures that {@code
   * shutdownNow} may return. So it ends, too, if those are cancelled, or run by another thread.
   */
  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    Objects.requireNonNull(tasks, "tasks");
    Objects.requireNonNull(unit, "unit");
    long nanos = Math.max(0, unit.toNanos(timeout)); // the least one must not wrap around
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("tasks must not be empty");
    }
    long end = System.nanoTime() + nanos;
    List<Future<T>> submitted = new ArrayList<>(tasks.size());
    BlockingQueue<Future<T>> done = new LinkedBlockingQueue<>();
    Iterator<? extends Callable<T>> others = tasks.iterator();
    Throwable failure = null;
    try {
      for (int ended = 0; others.hasNext() || ended < submitted.size(); ended++) {
        Future<T> next;
        while ((next = done.poll()) == null && others.hasNext()) {
          FutureTask<T> future =
              new FutureTask<>(others.next()) {
                @Override
                protected void done() {
                  done.add(this);
                }
              };
          submitted.add(future);
          execute(future);
        }
        if (next == null) {
          next = done.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        if (next == null) {
          throw new TimeoutException("no result within " + nanos + " ns");
        }
        switch (next.state()) {
          case FAILED -> failure = next.exceptionNow();
          case CANCELLED -> failure = new CancellationException("a task was cancelled");
          default -> {
            return next.resultNow();
          }
        }
      }
      throw new ExecutionException(failure);
    } finally {
      Callbacks.callEach(submitted, future -> future.cancel(true));
    }
  }

  @Override
  public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
      throws InterruptedException {
    return invokeAll(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }

  /** As that of {@link AbstractExecutorService}, but cancels all, even if a cancel throws. */
  @Override
  public <T> List<Future<T>> invokeAll(
      Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException {
    Objects.requireNonNull(tasks, "tasks");
    Objects.requireNonNull(unit, "unit");
    long end = System.nanoTime() + Math.max(0, unit.toNanos(timeout));
    List<Future<T>> futures = new ArrayList<>(tasks.size());
    try {
      for (Callable<T> task : tasks) {
        futures.add(newTaskFor(task));
      }
      for (Future<T> future : futures) {
        if (end - System.nanoTime() <= 0) {
          return futures;
        }
        execute((Runnable) future);
      }
      for (Future<T> future : futures) {
        try {
          future.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (CancellationException | ExecutionException failed) {
          // it is done, too
        }
      }
    } catch (TimeoutException late) {
      // the others are cancelled
    } finally {
      Callbacks.callEach(futures, future -> future.cancel(true)); // unless it is done
    }
    return futures;
  }

  /**
   * Counts the runs of an executor, by two adds to a {@link LongAdder} for each. Throws nothing: if
   * an adder finds no memory or stack, the run isn't counted, as the task matters more.
   * Thread-safe.
   */
  static final class RunCounts {
    /** Runs that have begun. The thread that runs the task adds one. */
    final LongAdder begun = new LongAdder();

    /** Runs that have ended. The same thread adds one. */
    final LongAdder ended = new LongAdder();

    /** Counted down when the executor is shut down and its last task has ended. */
    final CountDownLatch terminated = new CountDownLatch(1);

    static void count(LongAdder counter) {
      try {
        counter.increment();
      } catch (OutOfMemoryError | StackOverflowError uncounted) {
        // see above
      }
    }
  }
}
