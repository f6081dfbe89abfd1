package io.loomwheel.reactor.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Items 30 to 32 of what Reactor asks for: virtual time, through our API and StepVerifier's. */
class VirtualOperatorsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** As code under test would hold it: on real time, made long before any scenario. */
  private static final WheelScheduler HELD = WheelScheduler.create();

  enum VirtualApi {
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

  @ParameterizedTest
  @EnumSource
  void item30_delay_isExactToTheNanosecond(VirtualApi api) {
    Duration odd = Duration.ofNanos(1_234_567_891);
    api.verify(() -> Mono.delay(odd, HELD))
        .expectSubscription()
        .expectNoEvent(odd)
        .expectNext(0L)
        .verifyComplete();
    assertThatThrownBy(
            () ->
                api.verify(() -> Mono.delay(odd, HELD))
                    .expectSubscription()
                    .expectNoEvent(odd.plusNanos(1))
                    .expectNext(0L)
                    .verifyComplete())
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @EnumSource
  void item30_timeout_failsExactlyThen(VirtualApi api) {
    Sinks.Many<Integer> source = Sinks.many().unicast().onBackpressureBuffer();
    api.verify(() -> source.asFlux().timeout(HOUR, HELD))
        .expectSubscription()
        .expectNoEvent(HOUR.minusNanos(1))
        .then(() -> source.tryEmitNext(1))
        .expectNext(1)
        .expectNoEvent(HOUR)
        .verifyError(TimeoutException.class);
  }

  @ParameterizedTest
  @EnumSource
  void item31_now_isTheVirtualTime(VirtualApi api) {
    api.verify(() -> Flux.interval(HOUR, HELD).take(2).elapsed(HELD).map(tick -> tick.getT1()))
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
  void item32_schedulerMadeInTheScenario_isVirtualToo(VirtualApi api) {
    WheelTimer timer = WheelTimer.create();
    try (timer) {
      api.verify(
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
  void item32_timeWithNothingScheduled_countsFromTheNextSubmissionAsForStockSchedulers() {
    for (Supplier<Scheduler> on : List.<Supplier<Scheduler>>of(Schedulers::parallel, () -> HELD)) {
      List<Long> seen = new ArrayList<>();
      Sinks.One<Integer> late = Sinks.one();
      WheelVirtualTime.withVirtualTime(
              () -> late.asMono().flatMap(any -> Mono.delay(HOUR, on.get())).doOnNext(seen::add))
          .thenAwait(HOUR)
          .then(() -> late.tryEmitValue(1))
          .then(() -> assertThat(seen).containsExactly(0L))
          .expectNext(0L)
          .verifyComplete();
    }
  }
}
