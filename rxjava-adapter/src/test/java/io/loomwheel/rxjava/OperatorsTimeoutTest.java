package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.SourceByHand;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.disposables.Disposable;
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

/** What the idle timeout of RxJava promises beyond the contract, for both kinds of stream. */
@ParameterizedClass
@EnumSource
class OperatorsTimeoutTest {
  enum Kind {
    FLOWABLE,
    OBSERVABLE
  }

  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final PublishProcessor<Integer> source = PublishProcessor.create();
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
    "0.0015001s,   1500100 nanoseconds",
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
  void timeout_sourceThatNeverBegins_failsThen() {
    SourceByHand late = SourceByHand.late();
    TestSubscriber<Integer> seen = timed(Flowable.fromPublisher(late)).test();
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
  void timeout_rejected_neverSubscribesToTheSource() {
    timer.stop();
    SourceByHand never = SourceByHand.create();
    timed(Flowable.fromPublisher(never)).test().assertFailure(RejectedExecutionException.class);
    assertThat(never.isSubscribed()).isFalse();
  }

  @Test
  void timeout_onASchedulerThatWasStartedAgain_isAccepted() {
    scheduler.shutdown();
    timed().test().assertFailure(RejectedExecutionException.class);
    scheduler.start();
    timed().test().assertNoErrors();
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
  void timeout_scheduleHookThatReturnsNull_isThrown_andNothingStaysArmed() {
    RxJavaPlugins.setScheduleHandler(task -> null);
    assertThatThrownBy(() -> timed().test())
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("onSchedule returned null");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  // --- a subscriber or a source that throws ---

  private static void throwOnPurpose() {
    throw new IllegalStateException("on purpose");
  }

  @Test
  void timeout_lambdaThatThrowsOnAnElement_isDisposedOf_byRxJavasOwn_andNothingStaysArmed() {
    List<String> seen = new ArrayList<>();
    Disposable lambda =
        timed().subscribe(element -> throwOnPurpose(), error -> seen.add(error.getMessage()));
    source.onNext(1);
    assertThat(seen).containsExactly("on purpose");
    assertEndedAndDisposedOf(lambda);
  }

  @Test
  void timeout_lambdaThatThrowsOnTheTimeout_isReported() {
    Disposable lambda = timed().subscribe(element -> {}, error -> throwOnPurpose());
    pass(IDLE);
    assertThat(undelivered).hasSize(1);
    assertThat(undelivered.getFirst()).hasStackTraceContaining("on purpose");
    assertEndedAndDisposedOf(lambda);
  }

  private void assertEndedAndDisposedOf(Disposable lambda) {
    assertThat(lambda.isDisposed()).isTrue();
    assertThat(source.hasSubscribers()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_sourceThatThrowsFromSubscribe_tellsWhoSubscribes_andTheStreamTimesOut() {
    Flowable<Integer> failing = timed(Flowable.fromPublisher(subscriber -> throwOnPurpose()));
    TestSubscriber<Integer> seen = new TestSubscriber<>();
    assertThatThrownBy(() -> failing.subscribe(seen))
        .hasRootCauseMessage("on purpose"); // wrapped by RxJava
    pass(IDLE);
    seen.assertFailure(TimeoutException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_ended_holdsNothing() {
    assertThat(Waiting.isCollected(subscribeAndComplete())).isTrue();
  }

  private WeakReference<Object> subscribeAndComplete() {
    TestSubscriber<Integer> seen = timed().test();
    source.onNext(1);
    source.onComplete();
    seen.assertResult(1);
    return new WeakReference<>(seen);
  }
}
