package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks without delay that submit the next one, where the executor runs them on the spot. */
class NestingTest {
  private static final int RUNS = 100_000;
  private static final Executor DIRECT = Runnable::run;

  /** Ways to an executor without delay. */
  enum Kind {
    DELAYED,
    DELAYED_ON_THE_TIMER,
    EXECUTE,
    EXECUTE_ON_THE_TIMER,
    SCHEDULE,
    TIMED;

    Executor on(WheelTimer timer) {
      WheelExecutorService direct =
          WheelExecutorService.builder().timer(timer).taskExecutor(DIRECT).build();
      return switch (this) {
        case DELAYED -> Timeouts.delayedExecutor(timer, Duration.ZERO, DIRECT);
        case DELAYED_ON_THE_TIMER -> Timeouts.delayedExecutor(timer, Duration.ZERO);
        case EXECUTE -> direct;
        case EXECUTE_ON_THE_TIMER -> WheelExecutorService.on(timer);
        case SCHEDULE ->
            task -> {
              Future<?> unused = direct.schedule(task, 0, SECONDS);
            };
        case TIMED ->
            task -> {
              Future<?> unused =
                  direct.submitWithTimeout(Executors.callable(task), Duration.ofDays(1));
            };
      };
    }
  }

  private final ManualClock clock = new ManualClock();
  private int runs;
  private int depth;
  private int deepest;

  private void runAndSubmitTheNext(Executor executor) {
    deepest = Math.max(deepest, ++depth);
    if (++runs < RUNS) {
      executor.execute(() -> runAndSubmitTheNext(executor));
    }
    depth--;
  }

  @ParameterizedTest
  @EnumSource
  void task_withoutDelayThatSubmitsTheNext_nestsALittle(Kind kind) {
    WheelTimer timer =
        WheelTimer.builder().clock(clock).taskExecutor(DIRECT).maxPendingTimeouts(RUNS + 1).build();
    Executor executor = kind.on(timer);
    executor.execute(() -> runAndSubmitTheNext(executor));
    clock.advance(Duration.ZERO);
    assertThat(runs).isEqualTo(RUNS);
    assertThat(deepest).isLessThan(100);
  }

  @Test
  void retryLoop_withoutDelayOnADirectExecutor_completes() {
    Executor executor = Timeouts.delayedExecutor(Duration.ZERO, DIRECT);
    CompletableFuture<Integer> result = new CompletableFuture<>();
    tryAgain(executor, result);
    assertThat(result).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(RUNS);
  }

  private void tryAgain(Executor executor, CompletableFuture<Integer> result) {
    CompletableFuture<Void> unused =
        CompletableFuture.supplyAsync(() -> ++runs, executor)
            .thenAccept(
                tries -> {
                  if (tries == RUNS) {
                    result.complete(tries);
                  } else {
                    tryAgain(executor, result);
                  }
                });
  }

  @Test
  void delayedExecutor_withoutDelay_handsTasksOnInOrder() throws Exception {
    List<Integer> expected = IntStream.range(0, 10_000).boxed().toList();
    List<Integer> handed = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch all = new CountDownLatch(expected.size());
    Executor executor = Timeouts.delayedExecutor(Duration.ZERO, DIRECT);
    for (int i : expected) {
      executor.execute(
          () -> {
            handed.add(i);
            all.countDown();
          });
    }
    assertThat(all.await(60, SECONDS)).isTrue();
    assertThat(handed).isEqualTo(expected);
  }
}
