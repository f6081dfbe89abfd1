package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code cancel(true)} interrupts the task, and not what its thread does next, on an executor that
 * leaves the flag to the tasks: here the thread of the test runs them.
 */
class CancelInterruptTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Ways to a future. */
  enum Kind {
    SUBMITTED,
    OF_THE_CALLERS_OWN,
    WITH_A_TIMEOUT,
    DELAYED,
    PERIODIC;

    Future<?> on(WheelExecutorService executor, Runnable task) {
      return switch (this) {
        case SUBMITTED -> executor.submit(task);
        case OF_THE_CALLERS_OWN -> {
          FutureTask<?> future = new FutureTask<>(task, null);
          executor.execute(future);
          yield future;
        }
        case WITH_A_TIMEOUT -> executor.submitWithTimeout(task, Duration.ofDays(1));
        case DELAYED -> executor.schedule(task, 1, MILLISECONDS);
        case PERIODIC -> executor.scheduleAtFixedRate(task, 1, 1, MILLISECONDS);
      };
    }
  }

  private final ManualClock clock = new ManualClock();
  private final Queue<Runnable> due = new ArrayDeque<>();
  private final WheelExecutorService executor =
      WheelExecutorService.builder()
          .timer(WheelTimer.builder().clock(clock).build())
          .taskExecutor(due::add)
          .build();

  private final List<Future<?>> futures = new ArrayList<>();
  private final List<Boolean> seen = new ArrayList<>();

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  private void cancelItself() {
    assertThat(futures.getFirst().cancel(true)).isTrue();
    seen.add(Thread.currentThread().isInterrupted());
  }

  @ParameterizedTest
  @EnumSource
  void cancel_asTheTaskRuns_interruptsIt_andNothingAfterItOnThatThread(Kind kind) {
    futures.add(kind.on(executor, this::cancelItself));
    clock.advance(SECOND);

    due.remove().run();

    assertThat(Thread.interrupted()).isFalse();
    assertThat(seen).containsExactly(true);
    assertThat(futures.getFirst().state()).isEqualTo(Future.State.CANCELLED);
    assertThat(due).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void run_thatNobodyCancels_leavesTheFlagOfItsThread(Kind kind) {
    futures.add(kind.on(executor, () -> {}));
    clock.advance(SECOND);
    Thread.currentThread().interrupt();

    due.remove().run();

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void cancel_ofAFutureThatShutdownNowReturned_interruptsWhoRunsIt() {
    futures.add(Kind.DELAYED.on(executor, this::cancelItself));
    executor.shutdownNow().forEach(Runnable::run);
    assertThat(seen).containsExactly(true);
  }
}
