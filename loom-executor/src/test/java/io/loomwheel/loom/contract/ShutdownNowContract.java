package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Future.State;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;

/** {@code shutdownNow}. */
interface ShutdownNowContract extends Fixture {
  @Test
  default void shutdownNow_waitingTasks_areReturnedAndNotCancelled() throws Exception {
    List<Runnable> waiting = new ArrayList<>();
    List<ScheduledFuture<?>> futures =
        List.of(
            executor().schedule(() -> {}, 1, HOURS),
            executor().schedule(() -> "value", 2, HOURS),
            executor().schedule(() -> {}, Long.MAX_VALUE, HOURS),
            executor().scheduleAtFixedRate(() -> {}, 1, 1, HOURS),
            executor().scheduleWithFixedDelay(() -> {}, 1, 1, HOURS));
    futures.forEach(future -> waiting.add((Runnable) future));
    assertThat(executor().shutdownNow()).containsExactlyInAnyOrderElementsOf(waiting);
    for (ScheduledFuture<?> future : futures) {
      assertThat(future.isCancelled()).isFalse();
      assertThat(future.state()).isEqualTo(State.RUNNING);
    }
    assertTerminates(executor());
    assertThat(executor().shutdownNow()).isEmpty();
  }

  @Test
  default void shutdownNow_runningTasks_areInterruptedAndNotReturned() throws Exception {
    Blocker submitted = new Blocker();
    Blocker delayed = new Blocker();
    Future<String> first = executor().submit((Callable<String>) submitted);
    Future<String> second = executor().schedule((Callable<String>) delayed, 1, MILLISECONDS);
    submitted.awaitBegun();
    delayed.awaitBegun();
    assertThat(executor().shutdownNow()).isEmpty();
    assertThat(executor().isShutdown()).isTrue();
    assertThat(submitted.wasInterrupted()).isTrue();
    assertThat(delayed.wasInterrupted()).isTrue();
    // An interrupted task that returns has completed; nobody cancelled it.
    assertThat(get(first)).isEqualTo("let go");
    assertThat(get(second)).isEqualTo("let go");
    assertTerminates(executor());
  }

  @Test
  default void shutdownNow_runningPeriod_isInterruptedAndThenCancelled() throws Exception {
    Blocker blocker = new Blocker();
    ScheduledFuture<?> future = executor().scheduleAtFixedRate(blocker, 0, 1, MILLISECONDS);
    blocker.awaitBegun();
    assertThat(executor().shutdownNow()).isEmpty();
    assertThat(blocker.wasInterrupted()).isTrue();
    assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    assertTerminates(executor());
    assertThat(blocker.runs()).isEqualTo(1);
  }

  @Test
  default void shutdownNow_runningPeriodThrows_theFutureSaysSo() throws Exception {
    Blocker blocker = new Blocker();
    IllegalStateException failure = new IllegalStateException("the last run failed");
    ScheduledFuture<?> future =
        executor()
            .scheduleAtFixedRate(
                () -> {
                  blocker.run();
                  throw failure;
                },
                0,
                1,
                MILLISECONDS);
    blocker.awaitBegun();
    assertThat(executor().shutdownNow()).isEmpty();
    assertThatThrownBy(() -> get(future)).isInstanceOf(ExecutionException.class).hasCause(failure);
    assertTerminates(executor());
  }

  @Test
  default void shutdownNow_taskIgnoresTheInterrupt_isNotTerminatedBeforeItEnds() throws Exception {
    Blocker stubborn = new Blocker();
    executor()
        .execute(
            () -> {
              stubborn.run();
              stubborn.run(); // its first was interrupted; the second waits again
            });
    stubborn.awaitBegun();
    executor().shutdownNow();
    assertThat(stubborn.wasInterrupted()).isTrue();
    assertThat(executor().awaitTermination(5, MILLISECONDS)).isFalse();
    assertThat(executor().isTerminated()).isFalse();
    stubborn.letGo();
    assertTerminates(executor());
  }

  @Test
  default void shutdownNow_again_interruptsWhatStillRuns() throws Exception {
    Blocker first = new Blocker();
    Blocker second = new Blocker();
    executor()
        .execute(
            () -> {
              first.run();
              second.run();
            });
    first.awaitBegun();
    executor().shutdownNow();
    second.awaitBegun();
    executor().shutdownNow();
    assertThat(first.wasInterrupted()).isTrue();
    assertThat(second.wasInterrupted()).isTrue();
    assertTerminates(executor());
  }

  @Test
  default void shutdownNow_afterShutdown_returnsTheDelayedOnes() throws Exception {
    ScheduledFuture<?> future = executor().schedule(() -> {}, 1, HOURS);
    executor().shutdown();
    assertThat(executor().shutdownNow()).containsExactly((Runnable) future);
    assertTerminates(executor());
  }

  @Test
  default void shutdownNow_periodsThatWereToGoOn_stop() throws Exception {
    var executor = another(new AfterShutdown(true, true));
    Blocker blocker = new Blocker();
    Future<?> future = executor.scheduleAtFixedRate(blocker, 0, 1, MILLISECONDS);
    blocker.awaitBegun();
    executor.shutdown();
    executor.shutdownNow();
    assertThat(blocker.wasInterrupted()).isTrue();
    assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    assertTerminates(executor);
  }

  @Test
  default void shutdownNow_cancelledTask_isNotReturned() throws Exception {
    executor().schedule(() -> {}, 1, HOURS).cancel(false);
    assertThat(executor().shutdownNow()).isEmpty();
  }

  @Test
  default void shutdownNow_fromATask_interruptsItTooAndTerminates() throws Exception {
    ScheduledFuture<?> waiting = executor().schedule(() -> {}, 1, HOURS);
    Future<Boolean> future =
        executor()
            .submit(
                () -> {
                  assertThat(executor().shutdownNow()).containsExactly((Runnable) waiting);
                  assertThat(executor().isTerminated()).isFalse();
                  return Thread.currentThread().isInterrupted();
                });
    assertThat(get(future)).isTrue();
    assertTerminates(executor());
  }

  @Test
  default void shutdownNow_taskSubmitsAnother_isRejected() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future =
        executor()
            .submit(
                () -> {
                  blocker.run();
                  executor().execute(() -> {});
                });
    blocker.awaitBegun();
    executor().shutdownNow();
    assertThatThrownBy(() -> get(future)).hasCauseInstanceOf(RejectedExecutionException.class);
  }
}
