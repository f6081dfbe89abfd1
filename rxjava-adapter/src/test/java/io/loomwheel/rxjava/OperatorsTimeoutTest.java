package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.exceptions.UndeliverableException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscription;

/**
 * What the idle timeout means for both kinds of stream, to the nanosecond on a clock that the test
 * moves.
 */
@ParameterizedClass
@EnumSource
class OperatorsTimeoutTest {
  enum Kind {
    FLOWABLE,
    OBSERVABLE
  }

  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration NANO = Duration.ofNanos(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final PublishProcessor<Integer> source = PublishProcessor.create();
  private final HandSource stubborn = HandSource.create();
  private final List<Throwable> undelivered = new ArrayList<>();

  private final Kind kind;

  OperatorsTimeoutTest(Kind kind) {
    this.kind = kind;
  }

  private Flowable<Integer> timed() {
    return timed(source);
  }

  private Flowable<Integer> timed(Flowable<Integer> of) {
    return with(WheelOperators.timeout(IDLE, scheduler), of);
  }

  private Flowable<Integer> with(WheelTimeout<Integer> timeout, Flowable<Integer> of) {
    return kind == Kind.FLOWABLE
        ? of.compose(timeout)
        : of.toObservable().compose(timeout).toFlowable(BackpressureStrategy.MISSING);
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

  @Test
  void timeout_noFirstElement_failsExactlyThen() {
    TestSubscriber<Integer> seen = timed().test();
    pass(IDLE.minus(NANO));
    seen.assertNoErrors();
    assertThat(source.hasSubscribers()).isTrue();
    pass(NANO);
    seen.assertFailure(TimeoutException.class);
    assertThat(source.hasSubscribers()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_elements_eachBeginTheTimeAnew() {
    TestSubscriber<Integer> seen = timed().test();
    pass(IDLE.minus(NANO));
    source.onNext(1);
    pass(Duration.ofSeconds(1));
    source.onNext(2);
    pass(IDLE.minus(NANO));
    source.onNext(3);
    pass(IDLE.minus(NANO));
    seen.assertValues(1, 2, 3).assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class, 1, 2, 3);
  }

  @Test
  void timeout_likeFlowableTimeout_saysTheSame() {
    TestSubscriber<Integer> stock = source.timeout(30, SECONDS, scheduler).test();
    TestSubscriber<Integer> ours = timed().test();
    TestSubscriber<Integer> stockMillis = source.timeout(30_000, MILLISECONDS, scheduler).test();
    TestSubscriber<Integer> oursMillis =
        with(WheelOperators.timeout(30_000, MILLISECONDS, scheduler), source).test();
    pass(IDLE);
    assertThat(messageOf(ours)).isEqualTo(messageOf(stock)).contains("30 seconds");
    assertThat(messageOf(oursMillis)).isEqualTo(messageOf(stockMillis));
  }

  @ParameterizedTest
  @CsvSource({
    "3s,           3 seconds",
    "1.5s,         1500 milliseconds",
    "0.0015s,      1500 microseconds",
    "0.001500001s, 1500001 nanoseconds"
  })
  void timeout_duration_isSaidInTheCoarsestUnit(String time, String said) {
    Duration idle = Duration.parse("PT" + time);
    TestSubscriber<Integer> seen = with(WheelOperators.timeout(idle, scheduler), source).test();
    pass(IDLE);
    assertThat(messageOf(seen)).contains("for " + said + " and");
  }

  private static String messageOf(TestSubscriber<?> failed) {
    List<Throwable> errors = new ArrayList<>();
    failed.assertError(errors::add);
    return errors.getFirst().getMessage();
  }

  @Test
  void timeout_slowConsumer_isNotTheSourcesFault() {
    TestSubscriber<Integer> seen = timed().doOnNext(element -> pass(IDLE.multipliedBy(3))).test();
    source.onNext(1);
    pass(IDLE.minus(NANO));
    seen.assertValues(1).assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class, 1);
  }

  @Test
  void timeout_slowOnSubscribe_doesNotCount() {
    TestSubscriber<Integer> seen = timed().doOnSubscribe(s -> pass(IDLE.multipliedBy(3))).test();
    pass(IDLE.minus(NANO));
    source.onNext(1);
    seen.assertValues(1).assertNoErrors();
  }

  @Test
  void timeout_sourceThatNeverBegins_failsThen() {
    HandSource late = HandSource.late();
    TestSubscriber<Integer> seen = timed(late).test();
    pass(IDLE);
    seen.assertFailure(TimeoutException.class);
    late.begin();
    assertThat(late.isCancelled()).isTrue();
  }

  @Test
  void timeout_sourceThatTakesItsTimeToSubscribe_failsMeanwhile() {
    Flowable<Integer> slow =
        Flowable.defer(
            () -> {
              pass(IDLE);
              return source;
            });
    TestSubscriber<Integer> seen = timed(slow).test();
    seen.assertFailure(TimeoutException.class);
    assertThat(source.hasSubscribers()).isFalse();
  }

  @Test
  void timeout_lateElements_areDropped() {
    IllegalStateException late = new IllegalStateException("on purpose");
    TestSubscriber<Integer> seen = timed(stubborn).test();
    stubborn.to().onNext(1);
    pass(IDLE);
    stubborn.to().onNext(2);
    stubborn.to().onError(late);
    stubborn.to().onComplete();
    seen.assertFailure(TimeoutException.class, 1);
    assertThat(undelivered).containsExactly(late);
  }

  @Test
  void timeout_completedSource_leavesNothingArmed() {
    timed(Flowable.range(0, 1000)).test().assertValueCount(1000).assertComplete();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_failedSource_leavesNothingArmed() {
    TestSubscriber<Integer> seen = timed().test();
    source.onNext(1);
    source.onError(new IllegalStateException("on purpose"));
    seen.assertFailure(IllegalStateException.class, 1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_cancelled_leavesNothingArmed() {
    TestSubscriber<Integer> seen = timed().test();
    source.onNext(1);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    seen.cancel();
    assertThat(source.hasSubscribers()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_cancelledFromWithinAnElement_leavesNothingArmed() {
    TestSubscriber<Integer> seen = timed().take(1).test();
    source.onNext(1);
    pass(IDLE);
    seen.assertResult(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_busyStream_isPutOffInPlace() {
    TestSubscriber<Integer> seen =
        timed().doOnNext(element -> assertThat(timer.pendingTimeouts()).isEqualTo(1)).test();
    for (int i = 0; i < 1000; i++) {
      pass(Duration.ofSeconds(1));
      source.onNext(i);
    }
    seen.assertValueCount(1000).assertNoErrors();
    assertThat(timer.stats().armed()).isEqualTo(1);
    assertThat(timer.stats().fired()).isZero();
    assertThat(timer.stats().rescheduled()).isBetween(1L, 1000L / 3);
  }

  @Test
  void timeout_reenteredBySource_keepsTheTimeUntilTheOutermostElementIsThrough() {
    List<Object> seen = new ArrayList<>();
    Disposable subscription =
        timed(stubborn)
            .subscribe(
                element -> {
                  if (element == 1) {
                    stubborn.to().onNext(2);
                    pass(IDLE.multipliedBy(2));
                  }
                  seen.add(element);
                },
                seen::add);
    stubborn.to().onNext(1);
    assertThat(seen).containsExactly(2, 1);
    pass(IDLE);
    assertThat(seen).hasSize(3);
    assertThat(subscription.isDisposed()).isTrue();
  }

  @Test
  void timeout_completedFromWithinAnElement_staysCompleted() {
    TestSubscriber<Integer> seen =
        timed(stubborn).doOnNext(element -> stubborn.to().onComplete()).test();
    stubborn.to().onNext(1);
    stubborn.to().onNext(2);
    seen.assertValueCount(1).assertComplete();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_signalsAfterCancel_areDropped() {
    IllegalStateException late = new IllegalStateException("on purpose");
    TestSubscriber<Integer> seen = timed(stubborn).doOnSubscribe(Subscription::cancel).test();
    stubborn.to().onNext(2);
    stubborn.to().onComplete();
    stubborn.to().onError(late);
    seen.assertNoValues().assertNotComplete();
    assertThat(stubborn.isCancelled()).isTrue();
    assertThat(undelivered).containsExactly(late);
  }

  @Test
  void timeout_zero_isUpWithTheNextTurn() {
    TestSubscriber<Integer> seen =
        with(WheelOperators.timeout(Duration.ZERO, scheduler), source).test();
    seen.assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class);
  }

  @Test
  void timeout_forEver_neverComes() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    TestSubscriber<Integer> seen = with(WheelOperators.timeout(forEver, scheduler), source).test();
    source.onNext(1);
    pass(Duration.ofDays(365 * 200));
    source.onComplete();
    seen.assertResult(1);
  }

  @Test
  void timeout_stoppedTimer_isRejected() {
    timer.stop();
    HandSource never = HandSource.create();
    timed(never).test().assertFailure(RejectedExecutionException.class);
    assertThat(never.isSubscribed()).isFalse();
  }

  @Test
  void timeout_scheduler_shutDown_isRejected_butNotWhatRunsAlready() {
    TestSubscriber<Integer> before = timed().test();
    scheduler.shutdown();
    timed().test().assertFailure(RejectedExecutionException.class);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    pass(IDLE);
    before.assertFailure(TimeoutException.class);
    scheduler.start();
    timed().test().assertNoErrors();
  }

  @Test
  void timeout_fullTimer_isRejected() {
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    full.schedule(() -> {}, IDLE);
    with(WheelOperators.timeout(IDLE, WheelScheduler.on(full)), source)
        .test()
        .assertFailure(RejectedExecutionException.class);
    assertThat(source.hasSubscribers()).isFalse();
  }

  @Test
  void timeout_rejectedAndCancelled_leavesTheLimitAlone() {
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    full.schedule(() -> {}, IDLE);
    WheelScheduler on = WheelScheduler.on(full);
    Flowable<Integer> rejected = with(WheelOperators.timeout(IDLE, on), source);
    TestSubscriber<Integer> seen = rejected.doOnSubscribe(Subscription::cancel).test();
    seen.cancel();
    rejected.test().assertFailure(RejectedExecutionException.class);
    assertThat(full.pendingTimeouts()).isEqualTo(1);
    assertThat(full.stats().cancelled()).isZero();
  }

  // --- a citizen of RxJava ---

  @Test
  void timeout_scheduleHook_isCalledOncePerSubscription() {
    List<String> calls = new ArrayList<>();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          calls.add("hooked");
          return () -> {
            calls.add("ran");
            task.run();
          };
        });
    TestSubscriber<Integer> seen = timed().test();
    source.onNext(1);
    source.onNext(2);
    assertThat(calls).containsExactly("hooked");
    pass(IDLE);
    seen.assertFailure(TimeoutException.class, 1, 2);
    assertThat(calls).containsExactly("hooked", "ran");
  }

  @Test
  void timeout_downstreamThatThrows_isReported() {
    IllegalStateException thrown = new IllegalStateException("on purpose");
    Disposable subscription =
        timed()
            .subscribe(
                element -> {},
                error -> {
                  throw thrown;
                });
    pass(IDLE);
    assertThat(subscription.isDisposed()).isTrue();
    assertThat(undelivered).hasSize(1);
    assertThat(undelivered.getFirst()).hasStackTraceContaining("on purpose");
  }

  @Test
  void timeout_sourceThatThrowsWhenCancelled_isReported() {
    IllegalStateException thrown = new IllegalStateException("on purpose");
    Flowable<Integer> throwing =
        Flowable.fromPublisher(
            subscriber ->
                subscriber.onSubscribe(
                    new Subscription() {
                      @Override
                      public void request(long n) {}

                      @Override
                      public void cancel() {
                        throw thrown;
                      }
                    }));
    TestSubscriber<Integer> seen = timed(throwing).test();
    pass(IDLE);
    seen.assertNoValues();
    assertThat(undelivered).hasSize(1);
    assertThat(undelivered.getFirst())
        .satisfiesAnyOf(
            error -> assertThat(error).isSameAs(thrown),
            error -> assertThat(error).isInstanceOf(UndeliverableException.class).hasCause(thrown));
  }

  @Test
  void timeout_ended_holdsNothing() {
    WeakReference<Object> held = subscribeAndComplete();
    long deadline = System.nanoTime() + SECONDS.toNanos(10);
    while (held.get() != null && System.nanoTime() < deadline) {
      System.gc();
    }
    assertThat(held.get()).isNull();
  }

  private WeakReference<Object> subscribeAndComplete() {
    TestSubscriber<Integer> seen = timed().test();
    source.onNext(1);
    source.onComplete();
    seen.assertResult(1);
    return new WeakReference<>(seen);
  }

  @Test
  void timeout_withoutScheduler_waitsOnTheSharedTimer() {
    Duration hour = Duration.ofHours(1);
    Flowable<Integer> then = Flowable.empty();
    Observable<Integer> next = Observable.empty();
    Observable<Integer> observed = source.toObservable();
    long before = WheelTimer.shared().pendingTimeouts();
    List<Disposable> seen =
        List.of(
            source.compose(WheelOperators.timeout(hour)).subscribe(),
            source.compose(WheelOperators.timeout(3600, SECONDS)).subscribe(),
            source.compose(WheelOperators.timeout(hour, hour)).subscribe(),
            source.compose(WheelOperators.timeout(hour, then)).subscribe(),
            source.compose(WheelOperators.timeout(3600, SECONDS, then)).subscribe(),
            source.compose(WheelOperators.timeout(hour, hour, then)).subscribe(),
            observed.compose(WheelOperators.timeout(hour, next)).subscribe(),
            observed.compose(WheelOperators.timeout(3600, SECONDS, next)).subscribe(),
            observed.compose(WheelOperators.timeout(hour, hour, next)).subscribe());
    assertThat(WheelTimer.shared().pendingTimeouts()).isEqualTo(before + seen.size());
    seen.forEach(Disposable::dispose);
    assertThat(WheelTimer.shared().pendingTimeouts()).isEqualTo(before);
  }
}
