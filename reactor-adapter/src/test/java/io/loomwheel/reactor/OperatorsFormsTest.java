package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.test.WheelVirtualTime;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Every way to write the idle timeout, and what may measure its times. */
class OperatorsFormsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration NANO = Duration.ofNanos(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Scheduler scheduler = WheelScheduler.on(timer);
  private final TestPublisher<Integer> source = TestPublisher.create();

  @Test
  void first_inVirtualTime_isThatOfTheFirstElement() {
    WheelVirtualTime.withVirtualTime(
            () -> Flux.never().transform(WheelOperators.timeout(LONG, SHORT)))
        .expectSubscription()
        .expectNoEvent(LONG.minus(NANO))
        .thenAwait(NANO)
        .verifyError(TimeoutException.class);
    WheelVirtualTime.withVirtualTime(
            () ->
                Mono.delay(SHORT.multipliedBy(2))
                    .concatWith(Mono.never())
                    .transform(WheelOperators.timeout(LONG, SHORT)))
        .expectSubscription()
        .expectNoEvent(SHORT.multipliedBy(2))
        .expectNext(0L)
        .expectNoEvent(SHORT.minus(NANO))
        .thenAwait(NANO)
        .verifyError(TimeoutException.class);
  }

  static Stream<Function<OperatorsFormsTest, Function<Flux<Integer>, Flux<Integer>>>> forms() {
    return Stream.of(
        test -> WheelOperators.timeout(SHORT, test.scheduler),
        test -> WheelOperators.timeout(SHORT, test.timer),
        test -> WheelOperators.timeout(SHORT, LONG, test.scheduler),
        test -> WheelOperators.timeout(SHORT, LONG, test.timer));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void timeout_onASchedulerOrATimer_waitsThere(
      Function<OperatorsFormsTest, Function<Flux<Integer>, Flux<Integer>>> form) {
    StepVerifier.create(source.flux().transform(form.apply(this)))
        .expectSubscription()
        .then(() -> assertThat(timer.pendingTimeouts()).isOne())
        .then(() -> clock.advance(SHORT))
        .verifyError(TimeoutException.class);
  }

  static Stream<Function<OperatorsFormsTest, Function<Flux<Integer>, Flux<Integer>>>>
      formsWithFallback() {
    return Stream.of(
        test -> WheelOperators.timeout(SHORT, Flux.just(7), test.scheduler),
        test -> WheelOperators.timeout(SHORT, Flux.just(7), test.timer),
        test -> WheelOperators.timeout(SHORT, LONG, Flux.just(7), test.scheduler),
        test -> WheelOperators.timeout(SHORT, LONG, Flux.just(7), test.timer));
  }

  @ParameterizedTest
  @MethodSource("formsWithFallback")
  void fallback_onASchedulerOrATimer_comesThen(
      Function<OperatorsFormsTest, Function<Flux<Integer>, Flux<Integer>>> form) {
    StepVerifier.create(source.flux().transform(form.apply(this)))
        .expectSubscription()
        .then(() -> assertThat(timer.pendingTimeouts()).isOne())
        .then(() -> clock.advance(SHORT))
        .expectNext(7)
        .verifyComplete();
  }

  @Test
  void timeout_onASchedulerOfAnotherKind_refusedWithItsName() {
    assertThatThrownBy(() -> WheelOperators.timeout(SHORT, Schedulers.immediate()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("on must be a WheelScheduler, was " + Schedulers.immediate());
  }

  @Test
  void timeout_withoutScheduler_waitsOnTheSharedTimer() {
    long before = WheelTimer.shared().pendingTimeouts();
    StepVerifier.create(source.flux().transform(WheelOperators.timeout(Duration.ofHours(1))))
        .then(() -> assertThat(WheelTimer.shared().pendingTimeouts()).isEqualTo(before + 1))
        .thenCancel()
        .verify();
  }
}
