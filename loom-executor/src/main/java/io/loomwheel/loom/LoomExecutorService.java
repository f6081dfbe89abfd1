package io.loomwheel.loom;

import java.util.Collection;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An executor service whose {@code invokeAny} ends as soon as its tasks have ended, were cancelled
 * too. Thread-safe.
 *
 * <p>In {@link AbstractExecutorService} it waits for other futures than those that {@code
 * shutdownNow} returns. If those are cancelled, it waits for ever.
 */
abstract class LoomExecutorService extends AbstractExecutorService {
  /** Shuts down and waits for the end. Calls the given action for each interrupt meanwhile. */
  final void closeAndWait(Runnable onInterrupt) {
    shutdown();
    boolean interrupted = false;
    while (!isTerminated()) {
      try {
        awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
        onInterrupt.run();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
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
}
