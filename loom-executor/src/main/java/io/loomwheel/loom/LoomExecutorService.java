package io.loomwheel.loom;

import io.loomwheel.internal.drive.Callbacks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An executor service whose {@code invokeAny} ends as soon as its tasks have ended, were cancelled
 * too, and whose {@code submit} takes no timeout for a result. Thread-safe.
 *
 * <p>In {@link AbstractExecutorService} {@code invokeAny} waits for other futures than those that
 * {@code shutdownNow} returns. If those are cancelled, it waits for ever.
 */
abstract class LoomExecutorService extends AbstractExecutorService {
  /** What a {@code shutdownNow} has withdrawn and not returned. Guarded by itself. */
  private final List<Runnable> withdrawn = new ArrayList<>();

  abstract long activeCount();

  abstract long queuedCount();

  abstract long completedCount();

  /** Keeps a task until {@link #takeWithdrawn}, whatever fails meanwhile. */
  final void keep(Runnable task) {
    synchronized (withdrawn) {
      withdrawn.add(task);
    }
  }

  /** {@return what was kept, each task once} */
  final List<Runnable> takeWithdrawn() {
    synchronized (withdrawn) {
      List<Runnable> taken = new ArrayList<>(withdrawn);
      withdrawn.clear();
      return taken;
    }
  }

  /**
   * Shuts down and waits for the end. Calls the given action for each interrupt meanwhile. What
   * these throw is thrown at the end.
   */
  final void closeAndWait(Runnable onInterrupt) {
    Throwable first = null;
    try {
      shutdown();
    } catch (Throwable thrown) {
      first = thrown;
    }
    boolean interrupted = false;
    while (!isTerminated()) {
      try {
        awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
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
      return new FirstResult<T>(this).of(tasks, Long.MAX_VALUE);
    } catch (TimeoutException after292Years) {
      throw new IllegalStateException(after292Years);
    }
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return new FirstResult<T>(this).of(tasks, unit.toNanos(timeout));
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
    long nanos = Math.max(0, unit.toNanos(timeout)); // the least one must not wrap around
    long start = System.nanoTime();
    List<Future<T>> futures = new ArrayList<>(tasks.size());
    boolean done = false;
    try {
      for (Callable<T> task : tasks) {
        futures.add(newTaskFor(task));
      }
      int handed = 0;
      while (handed < futures.size() && nanos - (System.nanoTime() - start) > 0) {
        execute((Runnable) futures.get(handed++));
      }
      int ended = 0;
      while (ended < handed && isDone(futures.get(ended), nanos - (System.nanoTime() - start))) {
        ended++;
      }
      done = ended == futures.size();
      return futures;
    } finally {
      if (!done) {
        Callbacks.callEach(futures, future -> future.cancel(true));
      }
    }
  }

  /** Waits for a future; {@return whether it is done in time, in whatever way} */
  private static boolean isDone(Future<?> future, long nanos) throws InterruptedException {
    try {
      if (!future.isDone()) {
        future.get(nanos, TimeUnit.NANOSECONDS);
      }
      return true;
    } catch (CancellationException | ExecutionException failed) {
      return true;
    } catch (TimeoutException late) {
      return false;
    }
  }

  /**
   * The first result of several tasks. The executor gets the very futures that this waits for, so
   * that it makes no difference which thread completes them: one that runs or cancels what {@code
   * shutdownNow} has returned, for example. For one thread and one call.
   */
  private static final class FirstResult<T> {
    private final Executor executor;
    private final List<Future<T>> submitted = new ArrayList<>();
    private final BlockingQueue<Future<T>> done = new LinkedBlockingQueue<>();

    /** What the latest task that gave no result has thrown. */
    private @Nullable Throwable failure;

    FirstResult(Executor executor) {
      this.executor = executor;
    }

    /**
     * Submits one task after the other until one has a result, and cancels the others.
     *
     * @param nanos the longest wait, after all are submitted
     */
    T of(Collection<? extends Callable<T>> tasks, long nanos)
        throws InterruptedException, ExecutionException, TimeoutException {
      if (tasks.isEmpty()) {
        throw new IllegalArgumentException("tasks must not be empty");
      }
      long start = System.nanoTime();
      try {
        int ended = 0;
        for (Callable<T> task : tasks) {
          submit(task);
          for (Future<T> next; (next = done.poll()) != null; ended++) {
            if (succeeded(next)) {
              return next.resultNow();
            }
          }
        }
        for (; ended < submitted.size(); ended++) {
          Future<T> next = done.poll(nanos - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
          if (next == null) {
            throw new TimeoutException("no result within " + nanos + " ns");
          }
          if (succeeded(next)) {
            return next.resultNow();
          }
        }
        throw new ExecutionException(failure);
      } finally {
        Callbacks.callEach(submitted, future -> future.cancel(true));
      }
    }

    private void submit(Callable<T> task) {
      FutureTask<T> future =
          new FutureTask<>(task) {
            @Override
            protected void done() {
              FirstResult.this.done.add(this);
            }
          };
      submitted.add(future);
      executor.execute(future);
    }

    private boolean succeeded(Future<T> future) {
      switch (future.state()) {
        case FAILED -> failure = future.exceptionNow();
        case CANCELLED -> failure = new CancellationException("a task was cancelled");
        default -> {
          return true;
        }
      }
      return false;
    }
  }
}
