package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.scheduling.support.PeriodicTrigger;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Libraries that ask for a {@code ScheduledExecutorService}, each given this one. */
abstract class UsersContract {
  private static final Duration SOON = Duration.ofMillis(10);

  private ScheduledExecutorService executor;

  abstract ScheduledExecutorService create();

  @BeforeEach
  final void makeTheExecutor() {
    executor = create();
  }

  /** What a user left scheduled would keep the executor from ending. */
  @AfterEach
  final void nothingIsLeft() throws InterruptedException {
    executor.shutdown();
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }

  @Test
  void completableFuture_delayedExecutor_runsThereAfterTheDelay() throws Exception {
    Executor delayed = CompletableFuture.delayedExecutor(10, MILLISECONDS, executor);
    long start = System.nanoTime();
    long ranAt = CompletableFuture.supplyAsync(System::nanoTime, delayed).get(20, SECONDS);
    assertThat(ranAt - start).isGreaterThanOrEqualTo(SOON.toNanos());
  }

  /** What {@code orTimeout} does, on this executor. */
  private <T> CompletableFuture<T> within(Duration timeout, CompletableFuture<T> future) {
    ScheduledFuture<?> deadline =
        executor.schedule(
            () -> future.completeExceptionally(new TimeoutException()),
            timeout.toNanos(),
            NANOSECONDS);
    return future.whenComplete((value, failure) -> deadline.cancel(false));
  }

  @Test
  void completableFuture_thatHangs_timesOut() {
    CompletableFuture<String> limited = within(SOON, new CompletableFuture<>());
    assertThatThrownBy(() -> limited.get(20, SECONDS)).hasCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void completableFuture_thatAnswers_leavesNothingScheduled() throws Exception {
    CompletableFuture<String> limited =
        within(Duration.ofHours(1), CompletableFuture.supplyAsync(() -> "answer", executor));
    assertThat(limited.get(20, SECONDS)).isEqualTo("answer");
  }

  @Test
  void reactor_fromExecutorService_delaysAndRepeats() {
    Scheduler scheduler = Schedulers.fromExecutorService(executor, "users");
    assertThat(
            Flux.interval(Duration.ofMillis(2), scheduler)
                .take(5)
                .collectList()
                .block(Duration.ofSeconds(20)))
        .isEqualTo(List.of(0L, 1L, 2L, 3L, 4L));
    assertThat(
            Flux.just("late")
                .delayElements(SOON, scheduler)
                .timeout(Duration.ofSeconds(20), scheduler)
                .blockLast(Duration.ofSeconds(20)))
        .isEqualTo("late");
    assertThat(
            Flux.never()
                .timeout(SOON, Flux.just("fallback"), scheduler)
                .blockLast(Duration.ofSeconds(20)))
        .isEqualTo("fallback");
    scheduler.dispose();
    assertThat(executor.isShutdown()).isTrue();
  }

  @Test
  void spring_concurrentTaskScheduler_schedulesAndCancels() throws Exception {
    ConcurrentTaskScheduler scheduler = new ConcurrentTaskScheduler(executor);
    CountDownLatch once = new CountDownLatch(1);
    CountDownLatch rate = new CountDownLatch(3);
    CountDownLatch delay = new CountDownLatch(3);
    CountDownLatch trigger = new CountDownLatch(3);
    List<ScheduledFuture<?>> futures =
        List.of(
            scheduler.schedule(once::countDown, Instant.now().plus(SOON)),
            scheduler.scheduleAtFixedRate(rate::countDown, Duration.ofMillis(2)),
            scheduler.scheduleWithFixedDelay(delay::countDown, Duration.ofMillis(2)),
            scheduler.schedule(trigger::countDown, new PeriodicTrigger(Duration.ofMillis(2))));
    for (CountDownLatch latch : List.of(once, rate, delay, trigger)) {
      Blocker.awaitWithin(latch);
    }
    for (ScheduledFuture<?> future : futures) {
      future.cancel(true);
    }
    assertThat(futures.subList(1, 4)).allMatch(ScheduledFuture::isCancelled);
  }
}
