package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** What each part of the contract needs: executors that end with the test, and bounded waits. */
interface Fixture {
  /** The executor of this test, with its defaults. */
  ScheduledExecutorService executor();

  /** One more, with its defaults. */
  ScheduledExecutorService another();

  /** One more, with these policies. */
  ScheduledExecutorService another(AfterShutdown policy);

  Set<Difference> differences();

  default void await(CountDownLatch latch) throws InterruptedException {
    Blocker.awaitWithin(latch);
  }

  /** For what no latch can tell, such as the state of a thread. */
  default void eventually(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean() && System.nanoTime() - start < SECONDS.toNanos(20)) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  default <T> T get(Future<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(20, SECONDS);
  }

  default void assertTerminates(ExecutorService executor) throws InterruptedException {
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
    assertThat(executor.isTerminated()).isTrue();
  }

  /** A callable of checked exceptions as a runnable. */
  static Runnable unchecked(Callable<?> body) {
    return () -> {
      try {
        body.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }
}
