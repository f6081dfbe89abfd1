package io.loomwheel.reactor.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.retry.Retry;

/** Items 29 to 32 of what Reactor asks for: virtual time, through our door and StepVerifier's. */
@Timeout(60)
class VirtualTimeTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** As code under test would hold it: on real time, made long before any scenario. */
  private static final WheelScheduler HELD = WheelScheduler.create();

  private final List<Object> seen = new ArrayList<>();

  enum Door {
    OURS {
      @Override
      <T> StepVerifier.FirstStep<T> verify(Supplier<? extends Publisher<? extends T>> scenario) {
        return WheelVirtualTime.withVirtualTime(scenario);
      }
    },
    STEP_VERIFIERS {
      @Override
      <T> StepVerifier.FirstStep<T> verify(Supplier<? extends Publisher<? extends T>> scenario) {
        return StepVerifier.withVirtualTime(scenario);
      }
    };

    abstract <T> StepVerifier.FirstStep<T> verify(
        Supplier<? extends Publisher<? extends T>> scenario);
  }

  @AfterEach
  void virtualTimeIsOff() {
    assertThat(VirtualTimeScheduler.isFactoryEnabled()).isFalse();
  }

  @AfterAll
  static void disposeHeld() {
    HELD.dispose();
  }

  @Test
  void item29_scenario_factoryAndHeldSchedulerAreVirtualOnlyWithinIt() {
    WheelVirtualTime.withVirtualTime(
            () -> {
              seen.add(VirtualTimeScheduler.isFactoryEnabled());
              seen.add(HELD.now(TimeUnit.NANOSECONDS));
              return Mono.delay(HOUR, HELD);
            })
        .thenAwait(HOUR)
        .expectNext(0L)
        .verifyComplete();
    assertThat(seen).containsExactly(true, 0L);
    assertThat(HELD.now(TimeUnit.MILLISECONDS)).isGreaterThan(1_600_000_000_000L);
  }

  @Test
  void item29_afterVerify_factoryOfTheUserIsBack() {
    AtomicInteger made = new AtomicInteger();
    Schedulers.setFactory(
        new Schedulers.Factory() {
          @Override
          public Scheduler newSingle(ThreadFactory threads) {
            made.incrementAndGet();
            return Schedulers.Factory.super.newSingle(threads);
          }
        });
    try {
      WheelVirtualTime.withVirtualTime(() -> Mono.delay(HOUR, HELD))
          .thenAwait(HOUR)
          .expectNext(0L)
          .verifyComplete();
      Schedulers.newSingle("after").dispose();
      assertThat(made).hasValue(1);
    } finally {
      Schedulers.resetFactory();
    }
  }

  @Test
  void item29_scenarioThatThrows_leavesAllAsBefore() throws Exception {
    AtomicReference<Disposable> pending = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                WheelVirtualTime.withVirtualTime(
                        () -> {
                          pending.set(HELD.schedule(() -> seen.add("dropped"), 1, TimeUnit.HOURS));
                          throw new IllegalStateException("on purpose");
                        })
                    .verifyComplete())
        .hasMessage("on purpose");
    assertThat(pending.get().isDisposed()).isTrue();
    assertRunsOnTheRealTimer();
  }

  @Test
  void item29_failedExpectation_leavesAllAsBefore() throws Exception {
    AtomicReference<Disposable> pending = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                WheelVirtualTime.withVirtualTime(
                        () -> {
                          pending.set(HELD.schedule(() -> seen.add("dropped"), 1, TimeUnit.HOURS));
                          return Mono.delay(HOUR, HELD);
                        })
                    .thenAwait(HOUR)
                    .expectNext(1L)
                    .verifyComplete())
        .isInstanceOf(AssertionError.class);
    assertThat(pending.get().isDisposed()).isTrue();
    assertRunsOnTheRealTimer();
  }

  @Test
  void item29_pendingAtTheEnd_isDroppedAndDisposedOf() throws Exception {
    AtomicReference<Disposable> pending = new AtomicReference<>();
    AtomicReference<Disposable> repeated = new AtomicReference<>();
    WheelVirtualTime.withVirtualTime(
            () -> {
              pending.set(HELD.schedule(() -> seen.add("dropped"), 2, TimeUnit.HOURS));
              repeated.set(
                  HELD.createWorker()
                      .schedulePeriodically(() -> seen.add("tick"), 30, 30, TimeUnit.MINUTES));
              return Mono.delay(HOUR, HELD);
            })
        .thenAwait(HOUR)
        .expectNext(0L)
        .verifyComplete();
    assertThat(pending.get().isDisposed()).isTrue();
    assertThat(repeated.get().isDisposed()).isTrue();
    assertThat(seen).containsExactly("tick", "tick");
    assertRunsOnTheRealTimer();
  }

  private static void assertRunsOnTheRealTimer() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(2);
    HELD.schedule(ran::countDown, 1, TimeUnit.MILLISECONDS);
    HELD.createWorker().schedule(ran::countDown, 1, TimeUnit.MILLISECONDS);
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void item29_scenarioWithinAScenario_failsAndLeavesAllAsBefore() throws Exception {
    assertThatThrownBy(
            () ->
                WheelVirtualTime.withVirtualTime(() -> Mono.delay(HOUR, HELD))
                    .then(
                        () ->
                            WheelVirtualTime.withVirtualTime(() -> Mono.just(1))
                                .expectNext(1)
                                .verifyComplete())
                    .thenAwait(HOUR)
                    .expectNext(0L)
                    .verifyComplete())
        .hasStackTraceContaining("virtual time is on already");
    assertRunsOnTheRealTimer();
  }

  @Test
  void item29_scenariosOfTwoThreads_waitForEachOther() throws Exception {
    CountDownLatch done = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      Thread.ofPlatform()
          .start(
              () -> {
                for (int n = 0; n < 50; n++) {
                  WheelVirtualTime.withVirtualTime(() -> Mono.delay(HOUR, HELD))
                      .expectSubscription()
                      .expectNoEvent(HOUR)
                      .expectNext(0L)
                      .verifyComplete();
                }
                done.countDown();
              });
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void item30_delay_isExactToTheNanosecond(Door door) {
    Duration odd = Duration.ofNanos(1_234_567_891);
    door.verify(() -> Mono.delay(odd, HELD))
        .expectSubscription()
        .expectNoEvent(odd)
        .expectNext(0L)
        .verifyComplete();
    assertThatThrownBy(
            () ->
                door.verify(() -> Mono.delay(odd, HELD))
                    .expectSubscription()
                    .expectNoEvent(odd.plusNanos(1))
                    .expectNext(0L)
                    .verifyComplete())
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @EnumSource
  void item30_interval_ticksToTheNanosecond(Door door) {
    door.verify(() -> Flux.interval(HOUR, HELD).take(3))
        .expectSubscription()
        .expectNoEvent(HOUR)
        .expectNext(0L)
        .expectNoEvent(HOUR)
        .expectNext(1L)
        .expectNoEvent(HOUR)
        .expectNext(2L)
        .verifyComplete();
  }

  @ParameterizedTest
  @EnumSource
  void item30_delayElements_comeOneDelayApart(Door door) {
    door.verify(() -> Flux.range(1, 2).delayElements(HOUR, HELD))
        .expectSubscription()
        .expectNoEvent(HOUR)
        .expectNext(1)
        .expectNoEvent(HOUR)
        .expectNext(2)
        .verifyComplete();
  }

  @ParameterizedTest
  @EnumSource
  void item30_timeout_failsExactlyThen(Door door) {
    Sinks.Many<Integer> source = Sinks.many().unicast().onBackpressureBuffer();
    door.verify(() -> source.asFlux().timeout(HOUR, HELD))
        .expectSubscription()
        .expectNoEvent(HOUR.minusNanos(1))
        .then(() -> source.tryEmitNext(1))
        .expectNext(1)
        .expectNoEvent(HOUR)
        .verifyError(TimeoutException.class);
  }

  @ParameterizedTest
  @EnumSource
  void item30_retryBackoff_waitsInVirtualTime(Door door) {
    AtomicInteger attempts = new AtomicInteger();
    Mono<String> flaky =
        Mono.fromCallable(
            () -> {
              if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("on purpose");
              }
              return "done";
            });
    door.verify(() -> flaky.retryWhen(Retry.backoff(5, HOUR).jitter(0).scheduler(HELD)))
        .expectSubscription()
        .expectNoEvent(HOUR)
        .then(() -> assertThat(attempts).hasValue(2))
        .expectNoEvent(HOUR.multipliedBy(2))
        .expectNext("done")
        .verifyComplete();
  }

  @ParameterizedTest
  @EnumSource
  void item31_now_isTheVirtualTime(Door door) {
    door.verify(() -> Flux.interval(HOUR, HELD).take(2).elapsed(HELD).map(tick -> tick.getT1()))
        .thenAwait(HOUR.multipliedBy(2))
        .expectNext(3_600_000L, 3_600_000L)
        .verifyComplete();
  }

  @Test
  void item31_hooksOfOnSchedule_areCalledOnTheWheelAlsoInVirtualTime() {
    AtomicInteger calls = new AtomicInteger();
    Schedulers.onScheduleHook(
        "count",
        task -> {
          calls.incrementAndGet();
          return task;
        });
    try {
      WheelVirtualTime.withVirtualTime(() -> Mono.delay(HOUR, HELD))
          .thenAwait(HOUR)
          .expectNext(0L)
          .verifyComplete();
    } finally {
      Schedulers.resetOnScheduleHook("count");
    }
    assertThat(calls).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource
  void item32_schedulerMadeInTheScenario_isVirtualToo(Door door) {
    WheelTimer timer = WheelTimer.create();
    try (timer) {
      door.verify(
              () -> {
                WheelScheduler made = WheelScheduler.on(timer);
                return Mono.delay(HOUR, made).thenReturn(timer.pendingTimeouts());
              })
          .thenAwait(HOUR)
          .expectNext(0L)
          .verifyComplete();
    }
  }

  @Test
  void item32_deferredTime_countsFromTheNextSubmissionAsForStockSchedulers() {
    for (Supplier<Scheduler> scheduler :
        List.<Supplier<Scheduler>>of(Schedulers::parallel, () -> HELD)) {
      WheelVirtualTime.withVirtualTime(
              () -> Flux.defer(() -> Mono.delay(HOUR, scheduler.get())).repeat(1), 0)
          .thenAwait(HOUR)
          .thenRequest(2)
          .expectNext(0L)
          .thenAwait(HOUR)
          .expectNext(0L)
          .verifyComplete();
    }
  }
}
