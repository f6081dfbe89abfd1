package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.loom.ExecutorTaskOwner.ExecutorTask;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the counts of both executors say, where the threads are the test's. */
class RunCountsTest {
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<List<Long>> inside = new ArrayList<>();

  private static List<Long> of(LoomExecutorService executor) {
    return List.of(executor.activeCount(), executor.queuedCount(), executor.completedCount());
  }

  private void runAll() {
    for (Runnable next; (next = threads.poll()) != null; ) {
      next.run();
    }
  }

  @Nested
  class OnTheWheel {
    private final ManualClock clock = new ManualClock();
    private final WheelTimer timer =
        WheelTimer.builder().clock(clock).taskExecutor(threads::add).build();
    private final WheelExecutorService executor = WheelExecutorService.on(timer);

    @Test
    void counts_aTaskWithoutDelay_queuedThenActiveThenCompleted() {
      executor.execute(() -> inside.add(of(executor)));
      assertThat(of(executor)).containsExactly(0L, 1L, 0L);

      runAll();

      assertThat(inside).containsExactly(List.of(1L, 0L, 0L));
      assertThat(of(executor)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void counts_aDelayedTask_queuedUntilItRuns() {
      Future<?> unused = executor.schedule(() -> {}, 1, SECONDS);
      assertThat(of(executor)).containsExactly(0L, 1L, 0L);

      clock.advance(Duration.ofSeconds(1));
      assertThat(of(executor)).containsExactly(0L, 1L, 0L);
      runAll();

      assertThat(of(executor)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void counts_aPeriodicTask_eachRunAndQueuedInBetween() {
      Future<?> unused = executor.scheduleAtFixedRate(() -> {}, 10, 10, MILLISECONDS);

      for (int run = 1; run <= 3; run++) {
        clock.advance(Duration.ofMillis(10));
        runAll();
        assertThat(of(executor)).containsExactly(0L, 1L, (long) run);
      }
    }

    @Test
    void completedCount_aTaskThatThrows_counts() {
      Future<?> failed =
          executor.schedule(
              () -> {
                throw new IllegalStateException("on purpose");
              },
              1,
              SECONDS);
      clock.advance(Duration.ofSeconds(1));
      runAll();

      assertThat(failed.state()).isEqualTo(Future.State.FAILED);
      assertThat(of(executor)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void counts_aDelayedTaskThatIsCancelled_nowhere() {
      assertThat(executor.schedule(() -> {}, 1, SECONDS).cancel(false)).isTrue();

      assertThat(of(executor)).containsExactly(0L, 0L, 0L);
    }

    @Test
    void counts_aPlainFutureThatIsCancelled_queuedUntilItsTurn() {
      assertThat(executor.submit(() -> {}).cancel(false)).isTrue();
      assertThat(of(executor)).containsExactly(0L, 1L, 0L);

      runAll();

      assertThat(of(executor)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void counts_whatShutdownNowReturns_nowhere() {
      executor.execute(() -> {});
      Future<?> unused = executor.schedule(() -> {}, 1, SECONDS);

      assertThat(executor.shutdownNow()).hasSize(2);
      runAll();

      assertThat(of(executor)).containsExactly(0L, 0L, 0L);
    }

    /** As when a shutdown comes between the beginning of the task and its first step. */
    @Test
    void counts_aPeriodThatDoesNotRunAnyMore_nowhere() {
      ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, false, null);
      ExecutorTask task = new ExecutorTask(owner, new Periodic(() -> {}, 1, false));
      owner.close(true);

      task.run();

      assertThat(task.isWithdrawn()).isTrue();
      assertThat(owner.counts.ended.sum()).isZero();
    }

    @Test
    void counts_aRejectedTask_nowhere() {
      executor.shutdown();
      assertThatThrownBy(() -> executor.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);

      assertThat(of(executor)).containsExactly(0L, 0L, 0L);
    }
  }

  @Nested
  class OnThreads {
    private final VirtualThreadExecutor executor =
        VirtualThreadExecutor.builder().maxRunning(1, 1).starter(threads::add).build();

    @Test
    void counts_tasksUnderALimit_queuedThenActiveThenCompleted() {
      executor.execute(() -> inside.add(of(executor)));
      executor.execute(() -> inside.add(of(executor)));
      assertThat(of(executor)).containsExactly(0L, 2L, 0L);

      runAll();

      assertThat(inside).containsExactly(List.of(1L, 1L, 0L), List.of(1L, 0L, 1L));
      assertThat(of(executor)).containsExactly(0L, 0L, 2L);
    }

    @Test
    void counts_aTaskBeyondTheLimits_nowhere() {
      executor.execute(() -> {});
      executor.execute(() -> {});
      assertThatThrownBy(() -> executor.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);

      assertThat(of(executor)).containsExactly(0L, 2L, 0L);
    }

    @Test
    void counts_whatShutdownNowReturns_nowhere() {
      executor.execute(() -> {});
      executor.execute(() -> {});

      assertThat(executor.shutdownNow()).hasSize(1);
      runAll();

      assertThat(of(executor)).containsExactly(0L, 0L, 1L);
    }
  }

  @Test
  void counts_afterManyThreadsSubmitted_addUp() throws Exception {
    WheelExecutorService onWheel = WheelExecutorService.create();
    VirtualThreadExecutor onThreads = VirtualThreadExecutor.create();
    CountDownLatch hold = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(8);
    Runnable held =
        () -> {
          begun.countDown();
          Waiting.forLatch(hold);
        };
    try (onWheel;
        onThreads;
        VirtualThreadExecutor submitters = VirtualThreadExecutor.create()) {
      for (int i = 0; i < 4; i++) {
        submitters.execute(
            () -> {
              for (int k = 0; k < 1_000; k++) {
                onWheel.execute(() -> {});
                onThreads.execute(() -> {});
              }
              onWheel.execute(held);
              onThreads.execute(held);
            });
      }
      assertThat(begun.await(30, SECONDS)).isTrue();
      assertThat(onWheel.activeCount()).isBetween(4L, 4_004L);
      assertThat(onThreads.activeCount()).isBetween(4L, 4_004L);
      hold.countDown();
    }
    assertThat(of(onWheel)).containsExactly(0L, 0L, 4_004L);
    assertThat(of(onThreads)).containsExactly(0L, 0L, 4_004L);
  }
}
