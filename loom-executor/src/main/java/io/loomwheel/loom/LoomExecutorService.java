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
