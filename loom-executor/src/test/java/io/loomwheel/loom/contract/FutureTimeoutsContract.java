package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the javadoc of {@code CompletableFuture} promises of its timeouts and delays. Run against
 * the JDK's own methods too, so that it is known to be what they do.
 */
abstract class FutureTimeoutsContract {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

  abstract <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, Duration timeout);

  abstract <T> CompletableFuture<T> completeOnTimeout(
      CompletableFuture<T> future, @Nullable T value, Duration timeout);

  abstract Executor delayedExecutor(Duration delay);

  abstract Executor delayedExecutor(Duration delay, Executor executor);

  private static void await(CompletableFuture<?> future) {
    future.handle((value, failure) -> value).orTimeout(30, SECONDS).join();
  }

  @Test
  void orTimeout_notCompletedInTime_failsWithATimeoutExceptionAndNotEarly() {
    CompletableFuture<String> future = new CompletableFuture<>();
    long began = System.nanoTime();
    CompletableFuture<String> unused = orTimeout(future, SHORT);

    await(future);

    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(future.exceptionNow()).isExactlyInstanceOf(TimeoutException.class);
    assertThatThrownBy(future::join)
        .isExactlyInstanceOf(CompletionException.class)
        .hasCauseExactlyInstanceOf(TimeoutException.class);
  }

  @Test
  void completeOnTimeout_notCompletedInTime_hasTheValueAndNotEarly() {
    CompletableFuture<String> future = new CompletableFuture<>();
    long began = System.nanoTime();
    CompletableFuture<String> unused = completeOnTimeout(future, "late", SHORT);

    await(future);

    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(future.resultNow()).isEqualTo("late");
  }

  @Test
  void completeOnTimeout_theValueNull_completesWithIt() {
    CompletableFuture<String> future = new CompletableFuture<>();
    CompletableFuture<String> unused = completeOnTimeout(future, null, SHORT);

    await(future);

    assertThat(future.state()).isEqualTo(Future.State.SUCCESS);
    assertThat(future.resultNow()).isNull();
  }

  @Test
  void timeouts_returnThisFuture() {
    CompletableFuture<String> future = new CompletableFuture<>();
    assertThat(orTimeout(future, LONG)).isSameAs(future);
    assertThat(completeOnTimeout(future, "late", LONG)).isSameAs(future);
    assertThat(future.complete("done")).isTrue();
    assertThat(orTimeout(future, LONG)).isSameAs(future);
    assertThat(completeOnTimeout(future, "late", LONG)).isSameAs(future);
  }

  @Test
  void timeouts_completedFirst_keepTheOutcome() {
    CompletableFuture<String> value = orTimeout(new CompletableFuture<>(), LONG);
    CompletableFuture<String> failure = orTimeout(new CompletableFuture<>(), LONG);
    CompletableFuture<String> cancelled =
        completeOnTimeout(new CompletableFuture<>(), "late", LONG);
    IllegalStateException cause = new IllegalStateException("on purpose");

    assertThat(value.complete("in time")).isTrue();
    assertThat(failure.completeExceptionally(cause)).isTrue();
    assertThat(cancelled.cancel(false)).isTrue();

    assertThat(value.resultNow()).isEqualTo("in time");
    assertThat(failure.exceptionNow()).isSameAs(cause);
    assertThat(cancelled.state()).isEqualTo(Future.State.CANCELLED);
  }

  @Test
  void timeouts_ofACompletedFuture_leaveIt() {
    CompletableFuture<String> future = CompletableFuture.completedFuture("done");
    CompletableFuture<String> unused = orTimeout(future, Duration.ZERO);
    CompletableFuture<String> unused2 = completeOnTimeout(future, "late", Duration.ZERO);
    assertThat(future.resultNow()).isEqualTo("done");
  }

  @Test
  void orTimeout_dependents_failByIt() {
    CompletableFuture<String> future = new CompletableFuture<>();
    CompletableFuture<Integer> before = future.thenApply(String::length);
    CompletableFuture<Integer> after = orTimeout(future, SHORT).thenApply(String::length);

    await(before);
    await(after);

    assertThat(before.exceptionNow()).isExactlyInstanceOf(TimeoutException.class);
    assertThat(after.exceptionNow()).isExactlyInstanceOf(TimeoutException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void timeouts_zeroOrLess_areUpAtOnce(long seconds) {
    Duration timeout = Duration.ofSeconds(seconds);
    CompletableFuture<String> failing = orTimeout(new CompletableFuture<>(), timeout);
    CompletableFuture<String> other = completeOnTimeout(new CompletableFuture<>(), "late", timeout);

    await(failing);
    await(other);

    assertThat(failing.exceptionNow()).isInstanceOf(TimeoutException.class);
    assertThat(other.resultNow()).isEqualTo("late");
  }

  @Test
  void timeouts_thatOverflow_areNotUp() {
    CompletableFuture<String> future = orTimeout(new CompletableFuture<>(), ENDLESS);
    CompletableFuture<String> later = orTimeout(new CompletableFuture<>(), SHORT);
    await(later);
    assertThat(future.isDone()).isFalse();
    assertThat(future.complete("done")).isTrue();
  }

  @Test
  void timeouts_several_theEarliestWins() {
    CompletableFuture<String> future = orTimeout(new CompletableFuture<>(), LONG);
    CompletableFuture<String> unused = completeOnTimeout(future, "first", SHORT);
    await(future);
    assertThat(future.resultNow()).isEqualTo("first");
  }

  @Test
  void timeouts_ofAMinimalStage_areUnsupported() {
    CompletionStage<String> stage = new CompletableFuture<String>().minimalCompletionStage();
    CompletableFuture<String> minimal = (CompletableFuture<String>) stage;
    assertThatThrownBy(() -> orTimeout(minimal, LONG))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> completeOnTimeout(minimal, "late", LONG))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void delayedExecutor_withABase_submitsTheVeryTaskAfterTheDelay() {
    CompletableFuture<Runnable> submitted = new CompletableFuture<>();
    Runnable task = () -> {};
    long began = System.nanoTime();
    delayedExecutor(SHORT, submitted::complete).execute(task);

    await(submitted);

    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(submitted.resultNow()).isSameAs(task);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void delayedExecutor_zeroOrLess_withoutDelay(long seconds) {
    CompletableFuture<Runnable> submitted = new CompletableFuture<>();
    Runnable task = () -> {};
    delayedExecutor(Duration.ofSeconds(seconds), submitted::complete).execute(task);
    await(submitted);
    assertThat(submitted.resultNow()).isSameAs(task);
  }

  @Test
  void delayedExecutor_theDelayCommencesWithExecute_eachTime() {
    Executor executor = delayedExecutor(SHORT);
    for (int i = 0; i < 2; i++) {
      long began = System.nanoTime();
      CompletableFuture<Long> at = CompletableFuture.supplyAsync(System::nanoTime, executor);
      await(at);
      assertThat(at.resultNow() - began).isGreaterThanOrEqualTo(SHORT.toNanos());
    }
  }

  @Test
  void delayedExecutor_endless_doesNotRun() {
    CountDownLatch ran = new CountDownLatch(1);
    delayedExecutor(ENDLESS).execute(ran::countDown);
    await(orTimeout(new CompletableFuture<>(), SHORT));
    assertThat(ran.getCount()).isEqualTo(1);
  }
}
