package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The reference: the methods of {@code CompletableFuture} itself. */
class JdkFutureTimeoutsTest extends FutureTimeoutsContract {
  @Override
  <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, Duration timeout) {
    return future.orTimeout(NANOSECONDS.convert(timeout), NANOSECONDS);
  }

  @Override
  <T> CompletableFuture<T> completeOnTimeout(
      CompletableFuture<T> future, @Nullable T value, Duration timeout) {
    return future.completeOnTimeout(value, NANOSECONDS.convert(timeout), NANOSECONDS);
  }

  @Override
  Executor delayedExecutor(Duration delay) {
    return CompletableFuture.delayedExecutor(NANOSECONDS.convert(delay), NANOSECONDS);
  }

  @Override
  Executor delayedExecutor(Duration delay, Executor executor) {
    return CompletableFuture.delayedExecutor(NANOSECONDS.convert(delay), NANOSECONDS, executor);
  }
}
