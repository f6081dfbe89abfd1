package io.loomwheel.loom.contract;

import io.loomwheel.loom.Timeouts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** {@code Timeouts} on the shared timer. */
class TimeoutsContractTest extends FutureTimeoutsContract {
  @Override
  <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, Duration timeout) {
    return Timeouts.orTimeout(future, timeout);
  }

  @Override
  <T> CompletableFuture<T> completeOnTimeout(
      CompletableFuture<T> future, @Nullable T value, Duration timeout) {
    return Timeouts.completeOnTimeout(future, value, timeout);
  }

  @Override
  Executor delayedExecutor(Duration delay) {
    return Timeouts.delayedExecutor(delay);
  }

  @Override
  Executor delayedExecutor(Duration delay, Executor executor) {
    return Timeouts.delayedExecutor(delay, executor);
  }
}
