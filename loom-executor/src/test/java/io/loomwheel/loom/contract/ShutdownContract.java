package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** {@code shutdown}, and its two policies. */
interface ShutdownContract extends Fixture {
  @Test
  default void shutdown_runningTask_goesOnToItsEnd() throws Exception {
    Blocker blocker = new Blocker();
    Future<String> future = executor().submit((Callable<String>) blocker);
    blocker.awaitBegun();
    assertThat(executor().isShutdown()).isFalse();
    executor().shutdown();
    assertThat(executor().isShutdown()).isTrue();
    assertThat(executor().isTerminated()).isFalse();
    blocker.letGo();
    assertThat(get(future)).isEqualTo("let go");
    assertThat(blocker.wasInterrupted()).isFalse();
    assertTerminates(executor());
  }

  @Test
  default void shutdown_delayedOneShots_stillRun() throws Exception {
    Blocker blocker = new Blocker();
    Callable<String> task = blocker;
    ScheduledFuture<String> future = executor().schedule(task, 20, MILLISECONDS);
    executor().shutdown();
    assertThat(executor().isTerminated()).isFalse();
    blocker.letGo();
    assertThat(get(future)).isEqualTo("let go");
    assertTerminates(executor());
  }

  @Test
  default void shutdown_waitingPeriods_areCancelled() throws Exception {
    List<ScheduledFuture<?>> futures =
        List.of(
            executor().scheduleAtFixedRate(() -> {}, 0, 1, HOURS),
            executor().scheduleAtFixedRate(() -> {}, 1, 1, HOURS),
            executor().scheduleWithFixedDelay(() -> {}, 1, 1, HOURS));
    executor().shutdown();
    for (ScheduledFuture<?> future : futures) {
      assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    }
    assertTerminates(executor());
  }

  @Test
  default void shutdown_runningPeriod_thatRunIsTheLast() throws Exception {
    Blocker blocker = new Blocker();
    ScheduledFuture<?> future = executor().scheduleAtFixedRate(blocker, 0, 1, MILLISECONDS);
    blocker.awaitBegun();
    executor().shutdown();
    assertThat(future.isDone()).isFalse();
    blocker.letGo();
    assertThat(blocker.wasInterrupted()).isFalse();
    assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    assertTerminates(executor());
    assertThat(blocker.runs()).isEqualTo(1);
  }

  @Test
  default void shutdown_runningPeriodThrows_theFutureSaysSo() throws Exception {
    Blocker blocker = new Blocker();
    IllegalStateException failure = new IllegalStateException("the last run failed");
    ScheduledFuture<?> future =
        executor()
            .scheduleWithFixedDelay(
                () -> {
                  blocker.run();
                  throw failure;
                },
                0,
                1,
                MILLISECONDS);
    blocker.awaitBegun();
    executor().shutdown();
    blocker.letGo();
    assertThatThrownBy(() -> get(future)).isInstanceOf(ExecutionException.class).hasCause(failure);
    assertTerminates(executor());
  }

  @Test
  default void shutdown_delayedOnesAreNotToRun_cancelsThem() throws Exception {
    ScheduledExecutorService executor = another(new AfterShutdown(false, false));
    ScheduledFuture<?> future = executor.schedule(() -> {}, 1, HOURS);
    executor.shutdown();
    assertThat(future.isCancelled()).isTrue();
    assertTerminates(executor);
  }

  @Test
  default void shutdown_delayedOnesAreNotToRun_whatWasDueStillRuns() throws Exception {
    ScheduledExecutorService executor = another(new AfterShutdown(false, false));
    Blocker[] blockers = {new Blocker(), new Blocker(), new Blocker(), new Blocker()};
    for (Blocker blocker : blockers) {
      executor.execute(blocker);
    }
    Future<String> queued = executor.submit(() -> "ran");
    executor.shutdown();
    for (Blocker blocker : blockers) {
      blocker.letGo();
    }
    assertThat(get(queued)).isEqualTo("ran");
    assertTerminates(executor);
  }

  @Test
  default void shutdown_periodsAreToGoOn_theyRunUntilCancelled() throws Exception {
    ScheduledExecutorService executor = another(new AfterShutdown(true, true));
    CountDownLatch more = new CountDownLatch(3);
    ScheduledFuture<?> future =
        executor.scheduleAtFixedRate(countingOnceShutDown(executor, more), 0, 2, MILLISECONDS);
    executor.shutdown();
    await(more);
    assertThat(executor.isTerminated()).isFalse();
    future.cancel(false);
    assertTerminates(executor);
  }

  private static Runnable countingOnceShutDown(
      ScheduledExecutorService executor, CountDownLatch latch) {
    return () -> {
      if (executor.isShutdown()) {
        latch.countDown();
      }
    };
  }

  @Test
  default void shutdown_periodsAreToGoOn_theOtherPolicyIsItsOwn() throws Exception {
    ScheduledExecutorService executor = another(new AfterShutdown(false, true));
    CountDownLatch more = new CountDownLatch(1);
    ScheduledFuture<?> oneShot = executor.schedule(() -> {}, 1, HOURS);
    ScheduledFuture<?> period =
        executor.scheduleWithFixedDelay(countingOnceShutDown(executor, more), 5, 1, MILLISECONDS);
    executor.shutdown();
    assertThat(oneShot.isCancelled()).isTrue();
    await(more);
    assertThat(period.isDone()).isFalse();
    period.cancel(false);
    assertTerminates(executor);
  }

  @Test
  default void shutdown_twice_hasNoFurtherEffect() throws Exception {
    ScheduledFuture<String> future = executor().schedule(() -> "ran", 10, MILLISECONDS);
    executor().shutdown();
    executor().shutdown();
    assertThat(get(future)).isEqualTo("ran");
    assertTerminates(executor());
    executor().shutdown();
    assertThat(executor().isTerminated()).isTrue();
  }

  @Test
  default void shutdown_fromATask_thatTaskEndsAndTheExecutorTerminates() throws Exception {
    Future<Boolean> future =
        executor()
            .submit(
                () -> {
                  executor().shutdown();
                  assertThat(executor().isTerminated()).isFalse();
                  return Thread.currentThread().isInterrupted();
                });
    assertThat(get(future)).isFalse();
    assertTerminates(executor());
  }

  @Test
  default void shutdown_everyEntry_rejects() throws Exception {
    ScheduledFuture<?> pending = executor().schedule(() -> {}, 1, HOURS);
    executor().shutdown();
    assertEveryEntryRejects(executor());
    executor().shutdownNow();
    assertTerminates(executor());
    assertEveryEntryRejects(executor());
    assertThat(pending.isDone()).isFalse();
  }

  private void assertEveryEntryRejects(ScheduledExecutorService executor) {
    Callable<Integer> task = () -> 1;
    Map<String, ThrowingCallable> entries = new LinkedHashMap<>();
    entries.put("execute", () -> executor.execute(() -> {}));
    entries.put("submit runnable", () -> executor.submit(() -> {}));
    entries.put("submit runnable, result", () -> executor.submit(() -> {}, 1));
    entries.put("submit callable", () -> executor.submit(task));
    entries.put("schedule runnable", () -> executor.schedule(() -> {}, 0, SECONDS));
    entries.put("schedule callable", () -> executor.schedule(task, 1, SECONDS));
    entries.put("rate", () -> executor.scheduleAtFixedRate(() -> {}, 1, 1, SECONDS));
    entries.put("delay", () -> executor.scheduleWithFixedDelay(() -> {}, 1, 1, SECONDS));
    entries.put("invokeAll", () -> executor.invokeAll(List.of(task)));
    entries.put("invokeAll timed", () -> executor.invokeAll(List.of(task), 1, SECONDS));
    entries.put("invokeAny", () -> executor.invokeAny(List.of(task)));
    entries.put("invokeAny timed", () -> executor.invokeAny(List.of(task), 1, SECONDS));
    entries.forEach(
        (name, entry) ->
            assertThatThrownBy(entry).as(name).isInstanceOf(RejectedExecutionException.class));
  }
}
