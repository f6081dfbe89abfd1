package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTaskTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final RandomGenerator HIGHEST =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return 0;
        }

        @Override
        public long nextLong(long bound) {
          return bound - 1;
        }
      };

  private final ManualClock clock = new ManualClock();
  private final List<Throwable> failures = new ArrayList<>();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> failures.add(cause)).build();
  private final List<Long> attempts = new ArrayList<>();
  private final List<Exception> thrown = new ArrayList<>();

  private Callable<String> failing(int times) {
    return () -> {
      attempts.add(clock.nanoTime() / 1_000_000);
      if (attempts.size() <= times) {
        thrown.add(new IOException("attempt " + attempts.size()));
        throw thrown.getLast();
      }
      return "done";
    };
  }

  private RetryTask.Builder everySecond() {
    return RetryTask.on(timer).attempts(5).backoff(Backoff.fixed(SECOND));
  }

  private static Throwable failure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future.exceptionNow();
  }

  @Test
  void start_noBackoffGiven_doublesFromATenthOfASecondUpToTenSeconds() {
    var unused = RetryTask.on(timer).attempts(10).random(HIGHEST).build().start(failing(99));
    clock.advance(Duration.ofMinutes(10));
    assertThat(attempts)
        .containsExactly(0L, 100L, 300L, 700L, 1500L, 3100L, 6300L, 12_700L, 22_700L, 32_700L);
  }

  @Test
  void start_succeedsAtOnce_completesAndArmsNothing() {
    CompletableFuture<String> future = everySecond().build().start(failing(0));
    assertThat(future).isCompletedWithValue("done");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void start_failsAFewTimes_triesAgainAfterEachDelay() {
    CompletableFuture<String> future = everySecond().build().start(failing(3));
    clock.advance(SECOND.multipliedBy(10));
    assertThat(future).isCompletedWithValue("done");
    assertThat(attempts).containsExactly(0L, 1000L, 2000L, 3000L);
  }

  @Test
  void start_failsTooOften_completesWithTheLastFailure() {
    CompletableFuture<String> future = everySecond().attempts(3).build().start(failing(99));
    clock.advance(SECOND.multipliedBy(10));
    assertThat(failure(future)).isSameAs(thrown.getLast());
    assertThat(attempts).hasSize(3);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void start_failureNotToBeRetried_completesWithItAtOnce() {
    CompletableFuture<String> future =
        everySecond().retryIf(e -> e.getMessage().equals("attempt 1")).build().start(failing(99));
    clock.advance(SECOND.multipliedBy(10));
    assertThat(failure(future)).isSameAs(thrown.getLast());
    assertThat(attempts).hasSize(2);
  }

  @Test
  void start_error_isNotRetriedByDefault() {
    AtomicInteger runs = new AtomicInteger();
    CompletableFuture<Void> future =
        everySecond()
            .build()
            .start(
                () -> {
                  runs.incrementAndGet();
                  throw new StackOverflowError("on purpose");
                });
    clock.advance(SECOND);
    assertThat(failure(future)).isInstanceOf(StackOverflowError.class);
    assertThat(runs).hasValue(1);
  }

  @Test
  void start_predicateOrBackoffThrows_completesWithThatAndKeepsTheFailure() {
    IllegalStateException broken = new IllegalStateException("on purpose");
    CompletableFuture<String> predicate =
        everySecond()
            .retryIf(
                e -> {
                  throw broken;
                })
            .build()
            .start(failing(99));
    assertThat(failure(predicate)).isSameAs(broken).hasSuppressedException(thrown.getLast());
    IllegalStateException brokenToo = new IllegalStateException("on purpose");
    CompletableFuture<String> backoff =
        everySecond()
            .backoff(
                (failures, random) -> {
                  throw brokenToo;
                })
            .build()
            .start(failing(99));
    assertThat(failure(backoff)).isSameAs(brokenToo).hasSuppressedException(thrown.getLast());
  }

  @Test
  void start_predicateRethrowsTheFailure_completesWithIt() {
    CompletableFuture<String> future =
        everySecond()
            .retryIf(
                e -> {
                  throw (RuntimeException) e;
                })
            .build()
            .start(
                () -> {
                  throw new IllegalStateException("on purpose");
                });
    assertThat(failure(future)).hasMessage("on purpose").hasNoSuppressedExceptions();
    assertThat(failures).isEmpty();
  }

  @Test
  void start_manyAttemptsWithoutDelay_needNoDeepStack() {
    CompletableFuture<String> future =
        RetryTask.on(timer)
            .attempts(100_001)
            .backoff((failures, random) -> -1)
            .build()
            .start(failing(100_000));
    clock.advance(SECOND);
    assertThat(future).isCompletedWithValue("done");
  }

  @Test
  void cancel_whileItWaits_doesNotInterruptTheThreadOfTheLastAttempt() throws Exception {
    CompletableFuture<String> future = everySecond().build().start(failing(1));
    Thread other = Thread.ofPlatform().start(() -> future.cancel(true));
    other.join(); // throws if this thread is interrupted
    assertThat(future).isCancelled();
  }

  @Test
  void cancel_inTheBackoff_leavesNothingInTheWheel() {
    List<CompletableFuture<?>> futures = new ArrayList<>();
    RetryTask retry =
        everySecond()
            .backoff(
                (failures, random) -> {
                  if (failures == 2) {
                    futures.getFirst().cancel(true);
                  }
                  return 1;
                })
            .build();
    futures.add(retry.start(failing(99)));
    clock.advance(SECOND);
    assertThat(attempts).hasSize(2);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(timer.stats().fired()).as("the third was cancelled, not fired").isEqualTo(2);
  }

  @Test
  void cancel_whenTheAttemptIsDueAndWaitsForAThread_keepsItFromRunning() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer late = WheelTimer.builder().clock(clock).taskExecutor(tasks::add).build();
    CompletableFuture<String> future = RetryTask.on(late).build().start(failing(0));
    future.cancel(true);
    tasks.remove().run();
    assertThat(attempts).isEmpty();
  }

  @Test
  void cancel_duringAnAttemptThatSucceeds_leavesNoInterruptOnItsThread() {
    List<CompletableFuture<?>> futures = new ArrayList<>();
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer late = WheelTimer.builder().clock(clock).taskExecutor(tasks::add).build();
    futures.add(
        RetryTask.on(late)
            .build()
            .start(
                () -> {
                  Thread other = new Thread(() -> futures.getFirst().cancel(true));
                  other.start();
                  while (other.isAlive()) {
                    Thread.onSpinWait(); // join would take the interrupt
                  }
                  return "done";
                }));
    tasks.remove().run();
    assertThat(Thread.interrupted()).isFalse();
    assertThat(futures.getFirst()).isCancelled();
  }

  @Test
  void cancel_inAnAttempt_isTheLast() {
    AtomicInteger runs = new AtomicInteger();
    AtomicInteger asked = new AtomicInteger();
    AtomicBoolean interrupted = new AtomicBoolean();
    List<CompletableFuture<?>> futures = new ArrayList<>();
    RetryTask retry = everySecond().retryIf(e -> asked.incrementAndGet() > 0).build();
    futures.add(
        retry.start(
            () -> {
              if (runs.incrementAndGet() == 2) {
                futures.getFirst().cancel(true);
                interrupted.set(Thread.currentThread().isInterrupted());
              }
              throw new IOException("on purpose");
            }));
    clock.advance(SECOND.multipliedBy(10));
    assertThat(runs).hasValue(2);
    assertThat(asked).as("failures after which another attempt was possible").hasValue(1);
    assertThat(interrupted).isFalse();
    assertThat(futures.getFirst()).isCancelled();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void cancel_duringAnAttempt_interruptsIt_andNothingAfterItOnThatThread() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    AtomicBoolean leaked = new AtomicBoolean();
    Executor looksAfterwards =
        task ->
            Thread.ofVirtual()
                .start(
                    () -> {
                      task.run();
                      leaked.set(Thread.currentThread().isInterrupted());
                      ended.countDown();
                    });
    try (WheelTimer real = WheelTimer.builder().taskExecutor(looksAfterwards).build()) {
      CompletableFuture<Void> future =
          RetryTask.on(real)
              .build()
              .start(
                  () -> {
                    begun.countDown();
                    try {
                      new CountDownLatch(1).await();
                      return null;
                    } catch (InterruptedException e) {
                      interrupted.set(true);
                      Thread.currentThread().interrupt();
                      throw e;
                    }
                  });
      assertThat(begun.await(30, SECONDS)).isTrue();
      future.cancel(true);
      assertThat(ended.await(30, SECONDS)).isTrue();
    }
    assertThat(interrupted).isTrue();
    assertThat(leaked).isFalse();
  }

  /** Starts a retry whose first attempt fails; in the second, here, a step gets the future. */
  private CompletableFuture<String> inTheSecond(Consumer<CompletableFuture<String>> step) {
    WheelTimer here = WheelTimer.builder().clock(clock).taskExecutor(Runnable::run).build();
    List<CompletableFuture<String>> futures = new ArrayList<>();
    futures.add(
        RetryTask.on(here)
            .backoff(Backoff.fixed(SECOND))
            .build()
            .start(
                () -> {
                  if (futures.isEmpty()) {
                    throw new IOException("on purpose");
                  }
                  step.accept(futures.getFirst());
                  return "late";
                }));
    return futures.getFirst();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void end_inAnAttemptOnAnInterruptedThread_leavesItInterrupted(boolean byAnother) {
    CompletableFuture<String> retried =
        inTheSecond(
            future -> {
              Runnable end = () -> future.complete("enough");
              if (byAnother) {
                Thread.interrupted();
                Thread other = new Thread(end);
                other.start();
                join(other);
              } else {
                end.run();
              }
            });
    Thread.currentThread().interrupt();
    clock.advance(SECOND);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(retried).isCompletedWithValue("enough");
  }

  @Test
  void cancel_ofWhatTheAttemptHasEnded_doesNotInterruptIt() {
    List<Boolean> interrupted = new ArrayList<>();
    CompletableFuture<String> retried =
        inTheSecond(
            future -> {
              future.complete("enough");
              Thread other = new Thread(() -> future.cancel(true));
              other.start();
              while (other.isAlive()) {
                Thread.onSpinWait();
              }
              interrupted.add(Thread.interrupted());
            });
    clock.advance(SECOND);
    assertThat(interrupted).containsExactly(false);
    assertThat(retried).isCompletedWithValue("enough");
  }

  @Test
  void retryIf_endsTheRetryAndThrows_isReportedToTheTimer() {
    List<CompletableFuture<String>> futures = new ArrayList<>();
    IllegalStateException onPurpose = new IllegalStateException("on purpose");
    RetryTask retry =
        everySecond()
            .retryIf(
                failure -> {
                  if (attempts.size() == 1) {
                    return true;
                  }
                  futures.getFirst().complete("enough");
                  throw onPurpose;
                })
            .build();
    futures.add(retry.start(failing(2)));
    clock.advance(SECOND);
    assertThat(futures.getFirst()).isCompletedWithValue("enough");
    assertThat(failures).containsExactly(onPurpose);
  }

  @Test
  void cancel_ofARetryThatHasSucceeded_saysFalse() {
    CompletableFuture<String> future = everySecond().build().start(failing(0));
    assertThat(future.cancel(true)).isFalse();
    assertThat(future).isCompletedWithValue("done");
  }

  /** As an obtrusion calls what depends on the future, and the end of the retry last. */
  @Test
  void obtrude_theNextAttemptIsDueBeforeTheEnd_doesNotBegin() {
    CompletableFuture<String> future = everySecond().build().start(failing(1));
    var unused = future.whenComplete((value, failure) -> clock.advance(SECOND));
    future.obtrudeValue("enough");
    assertThat(attempts).hasSize(1);
  }

  /** Waits for a thread that interrupts this one, and takes that. */
  private static void join(Thread other) {
    while (other.isAlive()) {
      Thread.onSpinWait();
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  /** Ways in which a caller ends a retry. */
  enum Caller {
    CANCELS,
    COMPLETES,
    FAILS;

    boolean ends(CompletableFuture<String> future) {
      return switch (this) {
        case CANCELS -> future.cancel(true);
        case COMPLETES -> future.complete("enough");
        case FAILS -> future.completeExceptionally(new IOException("on purpose"));
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void end_duringAnAttempt_interruptsItBeforeWhatDependsOnTheFutureIsCalled(Caller caller)
      throws Exception {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch begun = new CountDownLatch(1);
    Executor threads =
        task ->
            new Thread(task) {
              @Override
              public void interrupt() {
                events.add("interrupted");
                super.interrupt();
              }
            }.start();
    WheelTimer elsewhere = WheelTimer.builder().clock(clock).taskExecutor(threads).build();
    CompletableFuture<String> future =
        RetryTask.on(elsewhere)
            .build()
            .start(
                () -> {
                  begun.countDown();
                  new CountDownLatch(1).await();
                  return "never";
                });
    CompletableFuture<Boolean> dependent = future.handle((value, failure) -> events.add("called"));
    assertThat(begun.await(30, SECONDS)).isTrue();

    assertThat(caller.ends(future)).isTrue();
    assertThat(caller.ends(future)).isEqualTo(caller == Caller.CANCELS); // as of any future

    assertThat(dependent).isDone();
    assertThat(events).containsExactly("interrupted", "called");
  }

  @ParameterizedTest
  @EnumSource
  void end_whileItWaits_leavesTheWheelBeforeWhatDependsOnTheFutureIsCalled(Caller caller) {
    CompletableFuture<String> future = everySecond().build().start(failing(99));
    CompletableFuture<Long> dependent = future.handle((value, failure) -> timer.pendingTimeouts());
    assertThat(caller.ends(future)).isTrue();
    assertThat(dependent).isCompletedWithValue(0L);
  }

  @Test
  void start_theFutureIsDoneAndKept_theAttemptIsNot() {
    List<CompletableFuture<String>> kept = new ArrayList<>();
    assertThat(Waiting.isCollected(attemptOfOneIn(kept))).isTrue();
    assertThat(kept).allMatch(CompletableFuture::isDone);
  }

  private WeakReference<?> attemptOfOneIn(List<CompletableFuture<String>> kept) {
    Callable<String> attempt = failing(0);
    kept.add(everySecond().build().start(attempt));
    return new WeakReference<>(attempt);
  }

  @Test
  void start_stoppedTimer_completesWithTheRejection() {
    timer.stop();
    CompletableFuture<String> future = everySecond().build().start(failing(0));
    assertThat(failure(future)).isInstanceOf(RejectedExecutionException.class);
    assertThat(attempts).isEmpty();
  }

  @Test
  void stop_whileItWaits_completesWithARejectionThatHoldsTheLastFailure() {
    CompletableFuture<String> future = everySecond().build().start(failing(99));
    timer.stop();
    assertThat(failure(future))
        .isInstanceOf(RejectedExecutionException.class)
        .hasSuppressedException(thrown.getLast());
  }

  @Test
  void limit_ofTheTimerReached_completesWithTheRejection() {
    WheelTimer limited = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    limited.schedule(() -> {}, SECOND);
    CompletableFuture<String> future = RetryTask.on(limited).build().start(failing(99));
    assertThat(failure(future))
        .isInstanceOf(RejectedExecutionException.class)
        .hasSuppressedException(thrown.getLast());
  }

  @Test
  void attempts_thatTakeLong_neverOverlap() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    try (WheelTimer real = WheelTimer.create()) {
      CompletableFuture<Integer> future =
          RetryTask.on(real)
              .attempts(10)
              .backoff((failures, random) -> 1)
              .build()
              .start(
                  () -> {
                    assertThat(Thread.currentThread().getName()).doesNotEndWith("-driver");
                    assertThat(inside.incrementAndGet()).isEqualTo(1);
                    CountDownLatch later = new CountDownLatch(1);
                    real.schedule(later::countDown, Duration.ofMillis(5));
                    later.await();
                    inside.decrementAndGet();
                    if (runs.incrementAndGet() < 10) {
                      throw new IOException("on purpose");
                    }
                    return runs.get();
                  });
      assertThat(future.get(30, SECONDS)).isEqualTo(10);
    }
  }

  @Test
  void exponential_isFullJitterUpToTheCap_andTheSameForTheSameSeed() {
    Backoff backoff = Backoff.exponential(Duration.ofNanos(100), Duration.ofNanos(1000));
    Random random = new Random(1);
    long[] most = new long[70];
    for (int i = 0; i < 20_000; i++) {
      for (int failures = 1; failures < most.length; failures++) {
        long delay = backoff.delayNanos(failures, random);
        assertThat(delay).isPositive();
        most[failures] = Math.max(most[failures], delay);
      }
    }
    assertThat(most).startsWith(0, 100, 200, 400, 800, 1000, 1000).endsWith(1000);
    assertThat(backoff.delayNanos(3, new Random(7)))
        .isEqualTo(backoff.delayNanos(3, new Random(7)));
  }

  @Test
  void exponential_doublesToTheLastBit_andThenStaysAtTheLongest() {
    Backoff noCap = Backoff.exponential(Duration.ofNanos(1), Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(noCap.delayNanos(62, HIGHEST)).isEqualTo(1L << 61);
    assertThat(noCap.delayNanos(63, HIGHEST)).isEqualTo(1L << 62);
    assertThat(noCap.delayNanos(64, HIGHEST)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void exponential_longestTimes_doNotOverflow() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    for (Duration first : List.of(Duration.ofNanos(1), Duration.ofDays(1), longest)) {
      Backoff backoff = Backoff.exponential(first, longest);
      for (int failures : new int[] {1, 2, 30, 62, 63, 64, 65, 1000, Integer.MAX_VALUE}) {
        assertThat(backoff.delayNanos(failures, new Random(failures))).isPositive();
      }
    }
  }

  @Test
  void jitter_seeded_isTheSameEachTime() {
    List<List<Long>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      attempts.clear();
      long from = clock.nanoTime() / 1_000_000;
      var unused =
          RetryTask.on(timer).attempts(8).random(new Random(42)).build().start(failing(99));
      clock.advance(Duration.ofMinutes(5));
      runs.add(attempts.stream().map(at -> at - from).toList());
    }
    assertThat(runs.get(0)).hasSize(8).doesNotHaveDuplicates().isEqualTo(runs.get(1));
  }

  @Test
  void builder_badValues_areRejectedWithValueAndRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetryTask.on(timer).attempts(0))
        .withMessage("attempts must be positive, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.fixed(Duration.ZERO))
        .withMessage("delay must be positive, was PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.exponential(SECOND, SECOND.dividedBy(2)))
        .withMessage("cap must not be below PT1S, was PT0.5S");
  }
}
