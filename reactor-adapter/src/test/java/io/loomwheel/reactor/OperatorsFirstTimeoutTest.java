package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.test.WheelVirtualTime;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** The first element's own time, and what may measure the times. */
class OperatorsFirstTimeoutTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration NANO = Duration.ofNanos(1);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Scheduler scheduler = WheelScheduler.on(timer);
  private final TestPublisher<Integer> source = TestPublisher.create();

  private Flux<Integer> timed(Duration first, Duration idle) {
    return source.flux().transform(WheelOperators.timeout(first, idle, scheduler));
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  @Test
  void first_longerThanIdle_failsExactlyThenAndSaysItsTime() {
    StepVerifier.create(timed(LONG, SHORT))
        .expectSubscription()
        .then(() -> pass(LONG.minus(NANO)))
        .then(() -> source.assertNotCancelled())
        .then(() -> pass(NANO))
        .verifyErrorSatisfies(
            cause ->
                assertThat(cause)
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("within 60000ms"));
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void first_longerThanIdle_isOverWithTheFirstElement() {
    StepVerifier.create(timed(LONG, SHORT))
        .then(() -> pass(SHORT.multipliedBy(2)))
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> pass(SHORT.minus(NANO)))
        .then(() -> source.next(2))
        .expectNext(2)
        .then(() -> pass(SHORT.minus(NANO)))
        .then(() -> source.assertNotCancelled())
        .then(() -> pass(NANO))
        .verifyErrorSatisfies(
            cause ->
                assertThat(cause)
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("within 5000ms"));
  }

  @Test
  void first_shorterThanIdle_failsExactlyThen() {
    StepVerifier.create(timed(SHORT, LONG))
        .expectSubscription()
        .then(() -> pass(SHORT.minus(NANO)))
        .then(() -> source.assertNotCancelled())
        .then(() -> pass(NANO))
        .verifyError(TimeoutException.class);
  }

  @Test
  void first_shorterThanIdle_furtherElementsHaveTheirs() {
    StepVerifier.create(timed(SHORT, LONG))
        .then(() -> pass(SHORT.minus(NANO)))
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> pass(LONG.minus(NANO)))
        .then(() -> source.assertNotCancelled())
        .then(() -> pass(NANO))
        .verifyError(TimeoutException.class);
  }

  @Test
  void first_withFallback_switchesToIt() {
    StepVerifier.create(
            source.flux().transform(WheelOperators.timeout(SHORT, LONG, Flux.just(7), scheduler)))
        .expectSubscription()
        .then(() -> pass(SHORT))
        .expectNext(7)
        .verifyComplete();
  }

  @Test
  void first_elementWithinTheSubscription_leavesTheOtherTime() {
    Flux<Integer> atOnce = Flux.just(1).concatWith(Flux.never());
    StepVerifier.create(atOnce.transform(WheelOperators.timeout(LONG, SHORT, timer)))
        .expectNext(1)
        .then(() -> pass(SHORT))
        .verifyError(TimeoutException.class);
  }

  @Test
  void first_slowOnSubscribe_doesNotCount() {
    StepVerifier.create(timed(SHORT, LONG).doOnSubscribe(s -> pass(LONG)))
        .expectSubscription()
        .then(() -> pass(SHORT.minus(NANO)))
        .then(() -> source.assertNotCancelled())
        .then(() -> pass(NANO))
        .verifyError(TimeoutException.class);
  }

  @Test
  void first_forEver_waitsForAnElementAndThenNoLongerThanIdle() {
    StepVerifier.create(timed(FOR_EVER, SHORT))
        .then(() -> pass(Duration.ofDays(36_500)))
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> pass(SHORT))
        .verifyError(TimeoutException.class);
  }

  @Test
  void idle_forEver_onlyTheFirstElementHasATime() {
    StepVerifier.create(timed(SHORT, FOR_EVER))
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> pass(Duration.ofDays(36_500)))
        .then(() -> assertThat(timer.stats().fired()).isZero())
        .thenCancel()
        .verify();
    StepVerifier.create(timed(SHORT, FOR_EVER))
        .expectSubscription()
        .then(() -> pass(SHORT))
        .verifyError(TimeoutException.class);
  }

  @Test
  void firstAndIdle_likeFluxTimeoutWithPublishers_sameElementsAndTheSameEnd() {
    Random random = new Random(31);
    for (int round = 0; round < 300; round++) {
      Duration first = Duration.ofMillis(1 + random.nextInt(100));
      Duration idle = Duration.ofMillis(1 + random.nextInt(100));
      Sinks.Many<Integer> elements = Sinks.many().multicast().directBestEffort();
      List<String> stock = new ArrayList<>();
      List<String> ours = new ArrayList<>();
      note(
          elements
              .asFlux()
              .timeout(Mono.delay(first, scheduler), element -> Mono.delay(idle, scheduler)),
          stock);
      note(elements.asFlux().transform(WheelOperators.timeout(first, idle, scheduler)), ours);
      for (int i = 0; i < 10; i++) {
        pass(Duration.ofMillis(random.nextInt(50)));
        elements.tryEmitNext(i);
      }
      pass(LONG);
      assertThat(ours).as("%s, then %s", first, idle).isEqualTo(stock).isNotEmpty();
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  private void note(Flux<Integer> flux, List<String> to) {
    flux.subscribe(
        element -> to.add(element + " at " + clock.nanoTime()),
        cause -> to.add(cause.getClass().getSimpleName() + " at " + clock.nanoTime()));
  }

  @Test
  void first_elementAgainstItsEnd_theNextTimeoutIsNotLate() throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      for (int i = 0; i < 5_000; i++) {
        List<Throwable> ends = new ArrayList<>();
        Sinks.Many<Integer> elements = Sinks.many().unicast().onBackpressureBuffer();
        elements
            .asFlux()
            .transform(WheelOperators.timeout(LONG, SHORT, scheduler))
            .subscribe(element -> {}, ends::add);
        Future<?> clockMoved =
            other.submit(
                () -> {
                  start.await();
                  pass(LONG);
                  return null;
                });
        start.await();
        elements.tryEmitNext(1);
        clockMoved.get();
        pass(SHORT);
        assertThat(ends).hasSize(1);
      }
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

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

  // --- what measures the time ---

  static Stream<Function<OperatorsFirstTimeoutTest, Function<Flux<Integer>, Flux<Integer>>>>
      forms() {
    return Stream.of(
        test -> WheelOperators.timeout(SHORT, test.scheduler),
        test -> WheelOperators.timeout(SHORT, test.timer),
        test -> WheelOperators.timeout(SHORT, Flux.error(new TimeoutException()), test.scheduler),
        test -> WheelOperators.timeout(SHORT, Flux.error(new TimeoutException()), test.timer),
        test -> WheelOperators.timeout(SHORT, LONG, test.scheduler),
        test -> WheelOperators.timeout(SHORT, LONG, test.timer),
        test ->
            WheelOperators.timeout(SHORT, LONG, Flux.error(new TimeoutException()), test.scheduler),
        test ->
            WheelOperators.timeout(SHORT, LONG, Flux.error(new TimeoutException()), test.timer));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void timeout_onASchedulerOrATimer_waitsThere(
      Function<OperatorsFirstTimeoutTest, Function<Flux<Integer>, Flux<Integer>>> form) {
    StepVerifier.create(source.flux().transform(form.apply(this)))
        .expectSubscription()
        .then(() -> assertThat(timer.pendingTimeouts()).isOne())
        .then(() -> pass(SHORT))
        .verifyError(TimeoutException.class);
  }

  @Test
  void timeout_onASchedulerOfAnotherKind_refusedWithItsName() {
    assertThatThrownBy(() -> WheelOperators.timeout(SHORT, Schedulers.immediate()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("on must be a WheelScheduler, was " + Schedulers.immediate());
  }
}
