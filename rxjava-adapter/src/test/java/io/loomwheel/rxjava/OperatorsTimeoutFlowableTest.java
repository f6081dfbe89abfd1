package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.exceptions.ProtocolViolationException;
import io.reactivex.rxjava3.internal.subscriptions.BooleanSubscription;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What a {@code Flowable} has of its own: who is asked for how much, and the fallback. */
class OperatorsTimeoutFlowableTest {
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final HandSource source = HandSource.create();
  private final HandSource fallback = HandSource.create();

  private final List<Throwable> undelivered = new ArrayList<>();

  private Flowable<Integer> timed(Publisher<Integer> instead) {
    return source.compose(WheelOperators.timeout(IDLE, scheduler, instead));
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  @BeforeEach
  void keepUndelivered() {
    RxJavaPlugins.setErrorHandler(undelivered::add);
  }

  @AfterEach
  void resetHooks() {
    RxJavaPlugins.reset();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void timeout_beforeTheSourceSubscribes_cancelsIt_andReportsNothing(boolean hasBegun) {
    BooleanSubscription late = new BooleanSubscription();
    Publisher<Integer> instead = hasBegun ? fallback : Flowable.never();
    Flowable<Integer> lateSource =
        Flowable.fromPublisher(
            subscriber -> {
              pass(IDLE);
              subscriber.onSubscribe(late);
            });
    TestSubscriber<Integer> seen =
        lateSource.compose(WheelOperators.timeout(IDLE, scheduler, instead)).test();
    seen.assertNotComplete();
    assertThat(late.isCancelled()).isTrue();
    assertThat(undelivered).isEmpty();
  }

  @Test
  void timeout_withFallback_getsWhatWasNotProduced() {
    TestSubscriber<Integer> seen = timed(fallback).test(0);
    seen.request(3);
    source.to().onNext(1);
    pass(IDLE);
    assertThat(source.asked).containsExactly(3L, -1L);
    assertThat(fallback.asked).containsExactly(2L);
    fallback.to().onNext(2);
    fallback.to().onNext(3);
    seen.request(1);
    pass(IDLE.multipliedBy(9));
    fallback.to().onNext(4);
    fallback.to().onComplete();
    seen.assertResult(1, 2, 3, 4);
    assertThat(fallback.asked).containsExactly(2L, 1L);
  }

  @Test
  void timeout_fallbackOfAnEndlessRequest_isAskedForAll() {
    TestSubscriber<Integer> seen = timed(fallback).test();
    source.to().onNext(1);
    pass(IDLE);
    assertThat(fallback.asked).containsExactly(Long.MAX_VALUE);
    seen.assertValues(1);
  }

  @Test
  void timeout_requestsThatSumToMoreThanALong_areEndless() {
    TestSubscriber<Integer> seen = timed(fallback).test(Long.MAX_VALUE - 5);
    seen.request(Long.MAX_VALUE - 5);
    source.to().onNext(1);
    pass(IDLE);
    assertThat(fallback.asked).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void timeout_fallbackAndNothingAskedFor_isNotAsked() {
    TestSubscriber<Integer> seen = timed(fallback).test(1);
    source.to().onNext(1);
    pass(IDLE);
    assertThat(fallback.asked).isEmpty();
    seen.request(7);
    assertThat(fallback.asked).containsExactly(7L);
  }

  @Test
  void timeout_fallbackThatComesLate_getsAllRequestsMadeMeanwhile() {
    HandSource late = HandSource.late();
    TestSubscriber<Integer> seen = timed(late).test(1);
    pass(IDLE);
    seen.request(4);
    late.begin();
    seen.request(2);
    seen.cancel();
    assertThat(late.asked).containsExactly(5L, 2L, -1L);
  }

  @Test
  void timeout_fallbackBeforeTheSourceBegins_getsAllRequests() {
    HandSource slow = HandSource.late();
    TestSubscriber<Integer> seen =
        slow.compose(WheelOperators.timeout(IDLE, scheduler, fallback)).test(4);
    pass(IDLE);
    assertThat(fallback.asked).containsExactly(4L);
    slow.begin();
    seen.request(1);
    assertThat(slow.asked).containsExactly(-1L);
    assertThat(fallback.asked).containsExactly(4L, 1L);
  }

  @Test
  void timeout_cancelledBeforeTheFallbackComes_cancelsIt() {
    HandSource late = HandSource.late();
    TestSubscriber<Integer> seen = timed(late).test();
    pass(IDLE);
    seen.cancel();
    late.begin();
    assertThat(late.asked).containsExactly(-1L);
  }

  @Test
  void timeout_withFallbackInTime_neverSubscribesToIt() {
    TestSubscriber<Integer> seen = timed(fallback).test();
    source.to().onNext(1);
    source.to().onComplete();
    pass(IDLE);
    seen.assertResult(1);
    assertThat(fallback.isSubscribed()).isFalse();
  }

  @Test
  void timeout_cancelledInTime_neverSubscribesToIt() {
    timed(fallback).test().cancel();
    pass(IDLE);
    assertThat(fallback.isSubscribed()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_failingFallback_failsTheStream() {
    TestSubscriber<Integer> seen =
        timed(Flowable.error(new IllegalStateException("on purpose"))).test();
    pass(IDLE);
    seen.assertFailure(IllegalStateException.class);
  }

  @Test
  void timeout_throwingFallback_isReported() {
    IllegalStateException thrown = new IllegalStateException("on purpose");
    TestSubscriber<Integer> seen =
        timed(
                subscriber -> {
                  throw thrown;
                })
            .test();
    pass(IDLE);
    seen.assertNoErrors();
    assertThat(undelivered).containsExactly(thrown);
  }

  @Test
  void timeout_fallbackAndLateSource_areNotMixed() {
    TestSubscriber<Integer> seen = timed(fallback).test();
    pass(IDLE);
    source.to().onNext(1);
    source.to().onComplete();
    fallback.to().onNext(2);
    seen.assertValues(2).assertNotComplete();
  }

  @Test
  void timeout_everyWayToWriteIt_goesOverToTheFallback() {
    PublishProcessor<Integer> silent = PublishProcessor.create();
    TestSubscriber<Integer> seen =
        silent.compose(WheelOperators.timeout(30, SECONDS, scheduler, Flowable.just(7))).test();
    pass(IDLE);
    seen.assertResult(7);
    silent
        .compose(WheelOperators.timeout(Duration.ofMillis(1), Flowable.just(8)))
        .test()
        .awaitDone(10, TimeUnit.SECONDS)
        .assertResult(8);
    silent
        .compose(WheelOperators.timeout(1, TimeUnit.MILLISECONDS, Flowable.just(9)))
        .test()
        .awaitDone(10, TimeUnit.SECONDS)
        .assertResult(9);
  }

  /** Downstream keeps its subscription; the source is held by nobody. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void source_afterACancelOrATimeout_isNotHeld(boolean cancelled) {
    List<WeakReference<Subscription>> subscriptions = new ArrayList<>();
    Flowable<Integer> silent =
        new Flowable<>() {
          @Override
          protected void subscribeActual(Subscriber<? super Integer> downstream) {
            Subscription silence =
                new Subscription() {
                  @Override
                  public void request(long n) {}

                  @Override
                  public void cancel() {}
                };
            subscriptions.add(new WeakReference<>(silence));
            downstream.onSubscribe(silence);
          }
        };
    TestSubscriber<Integer> alone =
        silent.compose(WheelOperators.<Integer>timeout(IDLE, scheduler)).test(1);
    TestSubscriber<Integer> replaced =
        silent.compose(WheelOperators.timeout(IDLE, scheduler, fallback)).test(1);
    if (cancelled) {
      alone.cancel();
      replaced.cancel();
    } else {
      pass(IDLE);
    }
    assertThat(subscriptions).hasSize(2);
    while (!subscriptions.stream().allMatch(each -> each.refersTo(null))) {
      Waiting.collect();
    }
    assertThat(alone.isCancelled()).isEqualTo(cancelled); // and both were kept until here
    assertThat(replaced.isCancelled()).isEqualTo(cancelled);
  }

  // --- without a fallback ---

  private Flowable<Integer> timed() {
    return source.compose(WheelOperators.timeout(IDLE, scheduler));
  }

  @Test
  void timeout_requestsBeforeTheSourceBegins_arePassedOnOnce() {
    HandSource late = HandSource.late();
    TestSubscriber<Integer> seen = late.compose(WheelOperators.timeout(IDLE, scheduler)).test(2);
    seen.request(3);
    late.begin();
    seen.request(4);
    assertThat(late.asked).containsExactly(5L, 4L);
  }

  @Test
  void timeout_badRequest_isReportedAsByRxJavasOwn() {
    timed().test(1).request(0);
    Flowable.never().timeout(30, SECONDS, scheduler).test(1).request(0);
    assertThat(undelivered).hasSize(2).allMatch(IllegalArgumentException.class::isInstance);
    assertThat(undelivered.get(0)).hasMessage(undelivered.get(1).getMessage());
    assertThat(source.asked).containsExactly(1L);
  }

  @Test
  void timeout_sourceThatBeginsTwice_isReported() {
    TestSubscriber<Integer> seen = timed().test(1);
    source.begin();
    seen.assertNoErrors();
    assertThat(source.asked).containsExactly(1L, -1L);
    assertThat(undelivered).hasSize(1).first().isInstanceOf(ProtocolViolationException.class);
  }

  @Test
  void timeout_downstreamThrowsFromOnSubscribe_leavesNoTimer() {
    Subscriber<Integer> refusing =
        new FlowableSubscriber<>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public void onNext(Integer element) {}

          @Override
          public void onError(Throwable cause) {}

          @Override
          public void onComplete() {}
        };
    assertThatThrownBy(() -> timed().subscribe(refusing))
        .hasRootCauseMessage("on purpose"); // wrapped by Flowable.subscribe
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(source.isSubscribed()).isFalse();
    pass(IDLE);
    assertThat(timer.stats().fired()).isZero();
  }

  @Test
  void timeout_assemblyHook_seesTheOperator() {
    List<Flowable<?>> assembled = new ArrayList<>();
    RxJavaPlugins.setOnFlowableAssembly(
        flowable -> {
          assembled.add(flowable);
          return flowable;
        });
    Flowable<Integer> timed = timed();
    Flowable<Integer> withFallback = timed(fallback);
    assertThat(assembled).contains(timed, withFallback);
  }
}
