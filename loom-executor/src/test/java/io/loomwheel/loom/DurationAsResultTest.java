package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lambda without a result and a time are a task with a result to {@code submit}, not a limit. */
class DurationAsResultTest {
  private static final Duration LIMIT = Duration.ofMillis(50);

  /** How the executors are made. */
  enum Made {
    WHEEL,
    VIRTUAL;

    ExecutorService executor() {
      return this == WHEEL ? WheelExecutorService.create() : VirtualThreadExecutor.create();
    }
  }

  private final AtomicInteger runs = new AtomicInteger();

  private void work() {
    runs.incrementAndGet();
  }

  @AfterEach
  void nothingHasRun() {
    assertThat(runs).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource
  void submit_taskWithoutResultAndADuration_refused(Made made) {
    try (ExecutorService executor = made.executor()) {
      Runnable variable = this::work;
      assertRefused(() -> executor.submit(() -> work(), LIMIT));
      assertRefused(() -> executor.submit(this::work, LIMIT));
      assertRefused(
          () ->
              executor.submit(
                  () -> {
                    work();
                  },
                  LIMIT));
      assertRefused(() -> executor.submit(variable, LIMIT));
    }
  }

  @ParameterizedTest
  @EnumSource
  void submit_callableThatReturnsADuration_returnsIt(Made made) throws Exception {
    try (ExecutorService executor = made.executor()) {
      Callable<Duration> measures = () -> LIMIT;
      assertThat(executor.submit(measures).get()).isEqualTo(LIMIT);
    }
  }

  private static void assertRefused(ThrowingCallable submit) {
    assertThatThrownBy(submit)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "result must not be a Duration, was PT0.05S: submit sets no timeout;"
                + " submitWithTimeout of WheelExecutorService does, and a Callable may return a"
                + " Duration");
  }
}
