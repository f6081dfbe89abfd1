package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Fuseable.ConditionalSubscriber;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

/** What the idle timeout means, to the nanosecond on a clock that the test moves. */
class OperatorsTimeoutTest {
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration NANO = Duration.ofNanos(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final TestPublisher<Integer> source = TestPublisher.create();
  private final List<Object> dropped = new ArrayList<>();

  private Flux<Integer> timed() {
    return source.flux().transform(WheelOperators.timeout(IDLE, scheduler));
  }

  private Flux<Integer> timed(Flux<Integer> fallback) {
    return source.flux().transform(WheelOperators.timeout(IDLE, fallback, scheduler));
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  @AfterEach
  void resetHooks() {
    Hooks.resetOnNextDropped();
    Hooks.resetOnErrorDropped();
    Hooks.resetOnOperatorDebug();
    Schedulers.resetOnScheduleHooks();
  }

  @Test
  void timeout_noFirstElement_failsExactlyThen() {
    StepVerifier.create(timed())
        .expectSubscription()
        .then(() -> pass(IDLE.minus(NANO)))
        .then(() -> source.assertNotCancelled())
        .then(() -> pass(NANO))
        .verifyError(TimeoutException.class);
    source.assertCancelled();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_downstreamThrowsFromOnSubscribe_leavesNoTimer() {
    CoreSubscriber<Integer> refusing =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {
            throw Exceptions.bubble(new IllegalStateException("on purpose"));
          }
        };
    assertThatThrownBy(() -> timed().subscribe(refusing)).hasRootCauseMessage("on purpose");
    assertThat(timer.pendingTimeouts()).isZero();
    source.assertCancelled();
    pass(IDLE);
    assertThat(timer.stats().fired()).isZero();
  }

  @Test
  void timeout_elements_eachBeginTheTimeAnew() {
    StepVerifier.create(timed())
        .then(() -> pass(IDLE.minus(NANO)))
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> pass(Duration.ofSeconds(1)))
        .then(() -> source.next(2))
        .expectNext(2)
        .then(() -> pass(IDLE.minus(NANO)))
        .then(() -> source.next(3))
        .expectNext(3)
        .then(() -> pass(IDLE.minus(NANO)))
        .then(() -> source.assertNotCancelled())
        .then(() -> pass(NANO))
        .verifyError(TimeoutException.class);
  }

  @Test
  void timeout_likeFluxTimeout_saysTheSame() {
    Function<Flux<Integer>, Throwable> failure =
        flux -> {
          List<Throwable> seen = new ArrayList<>();
          flux.subscribe(element -> {}, seen::add);
          pass(IDLE);
          return seen.getFirst();
        };
    Flux<Integer> named = Flux.<Integer>never().name("quotes");
    Throwable stock = failure.apply(named.timeout(IDLE, scheduler));
    Throwable ours = failure.apply(named.transform(WheelOperators.timeout(IDLE, scheduler)));
    assertThat(ours).isInstanceOf(TimeoutException.class).hasMessage(stock.getMessage());
    assertThat(stock).hasMessageContaining("30000ms in 'quotes'");
  }

  @Test
  void timeout_slowConsumer_isNotTheSourcesFault() {
    List<Object> seen = new ArrayList<>();
    timed()
        .subscribe(
            element -> {
              pass(IDLE.multipliedBy(3));
              seen.add(element);
            },
            seen::add);
    source.next(1);
    pass(IDLE.minus(NANO));
    assertThat(seen).containsExactly(1);
    pass(NANO);
    assertThat(seen).hasSize(2).last().isInstanceOf(TimeoutException.class);
  }

  @Test
  void timeout_slowSubscribe_doesNotCount() {
    StepVerifier.create(timed().doOnSubscribe(s -> pass(IDLE.multipliedBy(3))))
        .expectSubscription()
        .then(() -> pass(IDLE.minus(NANO)))
        .then(() -> source.next(1))
        .expectNext(1)
        .thenCancel()
        .verify();
  }

  @Test
  void timeout_lateElements_areDropped() {
    Hooks.onNextDropped(dropped::add);
    Hooks.onErrorDropped(dropped::add);
    TestPublisher<Integer> stubborn =
        TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
    IllegalStateException late = new IllegalStateException("on purpose");
    StepVerifier.create(stubborn.flux().transform(WheelOperators.timeout(IDLE, scheduler)))
        .then(() -> stubborn.next(1))
        .expectNext(1)
        .then(() -> pass(IDLE))
        .expectError(TimeoutException.class)
        .verify();
    stubborn.next(2);
    stubborn.error(late);
    stubborn.complete();
    assertThat(dropped).containsExactly(2, late);
  }

  @Test
  void timeout_completedSource_leavesNothingArmed() {
    StepVerifier.create(Flux.range(0, 1000).transform(WheelOperators.timeout(IDLE, scheduler)))
        .expectNextCount(1000)
        .verifyComplete();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_failedSource_leavesNothingArmed() {
    StepVerifier.create(timed())
        .then(() -> source.next(1).error(new IllegalStateException("on purpose")))
        .expectNext(1)
        .verifyErrorMessage("on purpose");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_cancelled_leavesNothingArmed() {
    StepVerifier.create(timed())
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> assertThat(timer.pendingTimeouts()).isEqualTo(1))
        .thenCancel()
        .verify();
    source.assertCancelled();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_cancelledFromWithinAnElement_leavesNothingArmed() {
    StepVerifier.create(timed().take(1)).then(() -> source.next(1)).expectNext(1).verifyComplete();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_busyStream_isPutOffInPlace() {
    StepVerifier.create(
            timed().doOnNext(element -> assertThat(timer.pendingTimeouts()).isEqualTo(1)))
        .then(
            () -> {
              for (int i = 0; i < 1000; i++) {
                pass(Duration.ofSeconds(1));
                source.next(i);
              }
            })
        .expectNextCount(1000)
        .thenCancel()
        .verify();
    assertThat(timer.stats().armed()).isEqualTo(1);
    assertThat(timer.stats().fired()).isZero();
    assertThat(timer.stats().rescheduled()).isBetween(1L, 1000L / 3);
  }

  @Test
  void timeout_reenteredBySource_keepsTheTimeUntilTheOutermostElementIsThrough() {
    List<Object> seen = new ArrayList<>();
    TestPublisher<Integer> eager =
        TestPublisher.createNoncompliant(TestPublisher.Violation.DEFER_CANCELLATION);
    eager
        .flux()
        .transform(WheelOperators.timeout(IDLE, scheduler))
        .subscribe(
            element -> {
              if (element == 1) {
                eager.next(2);
                pass(IDLE.multipliedBy(2));
              }
              seen.add(element);
            },
            seen::add);
    eager.next(1);
    assertThat(seen).containsExactly(2, 1);
    pass(IDLE);
    assertThat(seen).hasSize(3);
  }

  @Test
  void timeout_completedFromWithinAnElement_staysCompleted() {
    Hooks.onNextDropped(dropped::add);
    List<Object> seen = new ArrayList<>();
    TestPublisher<Integer> hasty =
        TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
    hasty
        .flux()
        .transform(WheelOperators.timeout(IDLE, scheduler))
        .subscribe(
            element -> {
              hasty.complete();
              seen.add(element);
            });
    hasty.next(1);
    hasty.next(2);
    assertThat(seen).containsExactly(1);
    assertThat(dropped).containsExactly(2);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_signalsAfterCancel_areDropped() {
    Hooks.onNextDropped(dropped::add);
    Hooks.onErrorDropped(dropped::add);
    IllegalStateException late = new IllegalStateException("on purpose");
    TestPublisher<Integer> stubborn =
        TestPublisher.createNoncompliant(
            TestPublisher.Violation.DEFER_CANCELLATION, TestPublisher.Violation.REQUEST_OVERFLOW);
    Picky downstream = new Picky(new ArrayList<>());
    stubborn
        .flux()
        .transform(WheelOperators.timeout(IDLE, scheduler))
        .doOnSubscribe(Subscription::cancel)
        .subscribe(downstream);
    stubborn.next(2);
    stubborn.error(late);
    assertThat(downstream.asked()).isEmpty();
    assertThat(dropped).containsExactly(2, late);
  }

  @Test
  void timeout_zero_isUpWithTheNextTurn() {
    StepVerifier.create(source.flux().transform(WheelOperators.timeout(Duration.ZERO, scheduler)))
        .expectSubscription()
        .then(() -> pass(NANO))
        .verifyError(TimeoutException.class);
  }

  @Test
  void timeout_forEver_neverComes() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    StepVerifier.create(source.flux().transform(WheelOperators.timeout(forEver, scheduler)))
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> pass(Duration.ofDays(365 * 200)))
        .then(() -> source.complete())
        .verifyComplete();
  }

  @Test
  void timeout_stoppedTimer_isRejected() {
    timer.stop();
    StepVerifier.create(timed()).verifyError(RejectedExecutionException.class);
    source.assertCancelled();
  }

  @Test
  void timeout_disposedScheduler_isRejected_butNotWhatRunsAlready() {
    List<Object> seen = new ArrayList<>();
    timed().subscribe(seen::add, seen::add);
    scheduler.dispose();
    StepVerifier.create(timed()).verifyError(RejectedExecutionException.class);
    pass(IDLE);
    assertThat(seen).hasSize(1).first().isInstanceOf(TimeoutException.class);
  }

  @Test
  void timeout_fullTimer_isRejectedWithTheLimit() {
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    full.schedule(() -> {}, IDLE);
    WheelScheduler on = WheelScheduler.on(full);
    StepVerifier.create(source.flux().transform(WheelOperators.timeout(IDLE, on)))
        .verifyErrorSatisfies(
            refusal ->
                assertThat(refusal)
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasRootCauseMessage("1 timeouts are pending, and maxPendingTimeouts is 1"));
    source.assertCancelled();
  }

  // --- fallback ---

  @Test
  void timeout_withFallback_getsWhatWasNotProduced() {
    TestPublisher<Integer> fallback = TestPublisher.create();
    StepVerifier.create(timed(fallback.flux()), 0)
        .thenRequest(3)
        .then(() -> source.next(1))
        .expectNext(1)
        .then(() -> pass(IDLE))
        .then(() -> source.assertCancelled())
        .then(() -> fallback.assertMinRequested(2).assertMaxRequested(2))
        .then(() -> fallback.next(2, 3))
        .expectNext(2, 3)
        .thenRequest(1)
        .then(() -> pass(IDLE.multipliedBy(9)))
        .then(() -> fallback.next(4).complete())
        .expectNext(4)
        .verifyComplete();
  }

  @Test
  void timeout_withFallback_endlessRequest_staysEndlessAfterElements() {
    List<Long> requests = new ArrayList<>();
    Flux<Integer> fallback = Flux.from(waits -> waits.onSubscribe(requested(requests)));
    StepVerifier.create(timed(fallback))
        .then(() -> source.next(1, 2))
        .expectNext(1, 2)
        .then(() -> pass(IDLE))
        .then(() -> assertThat(requests).containsExactly(Long.MAX_VALUE))
        .thenCancel()
        .verify();
  }

  @Test
  void timeout_fallbackThatComesLate_getsAllRequestsMadeMeanwhile() {
    List<Subscriber<? super Integer>> waiting = new ArrayList<>();
    Flux<Integer> late = Flux.from(waiting::add);
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(timed(late), 1)
        .then(() -> pass(IDLE))
        .thenRequest(4)
        .then(() -> waiting.getFirst().onSubscribe(requested(requests)))
        .thenRequest(2)
        .then(() -> assertThat(requests).containsExactly(5L, 2L))
        .thenCancel()
        .verify();
    assertThat(requests).last().isEqualTo(-1L);
  }

  private static Subscription requested(List<Long> requests) {
    return new Subscription() {
      @Override
      public void request(long n) {
        requests.add(n);
      }

      @Override
      public void cancel() {
        requests.add(-1L);
      }
    };
  }

  @Test
  void timeout_cancelledBeforeTheFallbackComes_cancelsIt() {
    List<Subscriber<? super Integer>> waiting = new ArrayList<>();
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(timed(Flux.from(waiting::add)))
        .expectSubscription()
        .then(() -> pass(IDLE))
        .thenCancel()
        .verify();
    waiting.getFirst().onSubscribe(requested(requests));
    assertThat(requests).containsExactly(-1L);
  }

  @Test
  void timeout_withFallbackInTime_neverSubscribesToIt() {
    TestPublisher<Integer> fallback = TestPublisher.create();
    StepVerifier.create(timed(fallback.flux()))
        .then(() -> source.next(1).complete())
        .expectNext(1)
        .verifyComplete();
    pass(IDLE);
    fallback.assertWasNotSubscribed();
  }

  @Test
  void timeout_failingFallback_failsTheStream() {
    StepVerifier.create(timed(Flux.error(new IllegalStateException("on purpose"))))
        .expectSubscription()
        .then(() -> pass(IDLE))
        .verifyErrorMessage("on purpose");
  }

  @Test
  void timeout_fallbackThatThrowsFromSubscribe_failsTheStream() {
    Publisher<Integer> throwing =
        subscriber -> {
          throw new IllegalStateException("on purpose");
        };
    for (Flux<Integer> fallback : List.of(Flux.from(throwing), Flux.from(throwing).map(x -> x))) {
      StepVerifier.create(timed(fallback))
          .expectSubscription()
          .then(() -> pass(IDLE))
          .verifyErrorMessage("on purpose");
    }
  }

  @Test
  void timeout_fallback_getsTheHookOfLastOperators() {
    List<String> seen = new ArrayList<>();
    Hooks.onLastOperator(
        "note",
        last -> {
          seen.add(Scannable.from(last).stepName());
          return last;
        });
    try {
      StepVerifier.create(timed(Flux.just(1).map(x -> x)))
          .expectSubscription()
          .then(() -> pass(IDLE))
          .expectNext(1)
          .verifyComplete();
    } finally {
      Hooks.resetOnLastOperator("note");
    }
    assertThat(seen).contains("wheelTimeout", "map");
  }

  @Test
  void timeout_sourceThatThrowsOnceItHasBegun_failsOnce_andLeavesNothingArmed() {
    List<String> notified = new ArrayList<>();
    Flux.<Integer>from(
            subscriber -> {
              subscriber.onSubscribe(Operators.emptySubscription());
              throw new IllegalStateException("on purpose");
            })
        .transform(WheelOperators.timeout(IDLE, scheduler))
        .subscribe(none -> {}, error -> notified.add(error.getMessage()));
    assertThat(timer.pendingTimeouts()).isZero();
    pass(IDLE);
    assertThat(notified).hasSizeLessThanOrEqualTo(1);
  }

  // --- a citizen of Reactor ---

  @Test
  void timeout_context_reachesTheSourceAndTheFallback() {
    Flux<String> contextual = Flux.deferContextual(view -> Flux.just(view.<String>get("key")));
    StepVerifier.create(
            contextual
                .concatWith(Mono.never())
                .transform(WheelOperators.timeout(IDLE, contextual, scheduler))
                .contextWrite(Context.of("key", "value")))
        .expectNext("value")
        .then(() -> pass(IDLE))
        .expectNext("value")
        .verifyComplete();
  }

  @Test
  void timeout_conditionalDownstream_isAsked() {
    StepVerifier.create(
            Flux.range(1, 10)
                .transform(WheelOperators.timeout(IDLE, Flux.<Integer>empty(), scheduler))
                .filter(i -> i % 5 == 0),
            1)
        .expectNext(5)
        .thenRequest(1)
        .expectNext(10)
        .verifyComplete();
    List<Integer> asked = new ArrayList<>();
    Flux.range(1, 4).transform(WheelOperators.timeout(IDLE, scheduler)).subscribe(new Picky(asked));
    assertThat(asked).containsExactly(1, 2, 3, 4);
  }

  /** Takes even numbers, two of them. */
  private record Picky(List<Integer> asked) implements ConditionalSubscriber<Integer> {
    @Override
    public boolean tryOnNext(Integer element) {
      asked.add(element);
      return element % 2 == 0;
    }

    @Override
    public void onSubscribe(Subscription s) {
      s.request(2);
    }

    @Override
    public void onNext(Integer element) {
      throw new AssertionError("was not asked about " + element);
    }

    @Override
    public void onError(Throwable t) {
      throw new AssertionError(t);
    }

    @Override
    public void onComplete() {}
  }

  @Test
  void timeout_scanned_showsItsNeighbours() {
    List<Scannable> seen = new ArrayList<>();
    Flux<Integer> flux = timed();
    flux.doOnSubscribe(s -> seen.add(Scannable.from(s))).subscribe();
    Scannable operator = seen.getFirst();
    assertThat(operator.scan(Attr.ACTUAL)).isNotNull();
    assertThat(operator.scan(Attr.PARENT)).isNotNull();
    assertThat(operator.scan(Attr.CANCELLED)).isFalse();
    assertThat(operator.scan(Attr.TERMINATED)).isFalse();
    assertThat(Scannable.from(flux).stepName()).isEqualTo("wheelTimeout");
    source.complete();
    assertThat(operator.scan(Attr.TERMINATED)).isTrue();
  }

  @Test
  void timeout_operatorDebug_namesTheLineOfTheTransform() {
    Hooks.onOperatorDebug();
    Flux<Integer> traced = timed();
    Throwable thrown =
        catchThrowable(
            () -> {
              traced.subscribe(element -> {}, error -> dropped.add(error));
              pass(IDLE);
            });
    assertThat(thrown).isNull();
    Throwable error = (Throwable) dropped.getFirst();
    assertThat(error).isInstanceOf(TimeoutException.class);
    assertThat(error.getSuppressed()).hasSize(1);
    assertThat(error.getSuppressed()[0]).hasMessageContaining("OperatorsTimeoutTest");
  }

  @Test
  void timeout_scheduleHook_isCalledOncePerSubscription() {
    List<String> calls = new ArrayList<>();
    Schedulers.onScheduleHook(
        "test",
        task -> {
          calls.add("hooked");
          return () -> {
            calls.add("ran");
            task.run();
          };
        });
    StepVerifier.create(timed())
        .then(() -> source.next(1, 2, 3))
        .expectNext(1, 2, 3)
        .then(() -> assertThat(calls).containsExactly("hooked"))
        .then(() -> pass(IDLE))
        .verifyError(TimeoutException.class);
    assertThat(calls).containsExactly("hooked", "ran");
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
