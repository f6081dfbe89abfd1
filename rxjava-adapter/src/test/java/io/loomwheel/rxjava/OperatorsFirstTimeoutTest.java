package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
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

/** The first element's own time, and what may measure the times. */
class OperatorsFirstTimeoutTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration NANO = Duration.ofNanos(1);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Scheduler scheduler = WheelScheduler.on(timer);
  private final PublishProcessor<Integer> source = PublishProcessor.create();

  private TestSubscriber<Integer> timed(Duration first, Duration idle) {
    return source.compose(WheelOperators.timeout(first, idle, scheduler)).test();
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  @Test
  void first_longerThanIdle_failsExactlyThenAndSaysItsTime() {
    TestSubscriber<Integer> seen = timed(LONG, SHORT);
    pass(LONG.minus(NANO));
    seen.assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class)
        .assertError(cause -> cause.getMessage().contains("60 seconds"));
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void first_longerThanIdle_isOverWithTheFirstElement() {
    TestSubscriber<Integer> seen = timed(LONG, SHORT);
    pass(SHORT.multipliedBy(2));
    source.onNext(1);
    pass(SHORT.minus(NANO));
    source.onNext(2);
    pass(SHORT.minus(NANO));
    seen.assertValues(1, 2).assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class, 1, 2)
        .assertError(cause -> cause.getMessage().contains("5 seconds"));
  }

  @Test
  void first_shorterThanIdle_failsExactlyThen() {
    TestSubscriber<Integer> seen = timed(SHORT, LONG);
    pass(SHORT.minus(NANO));
    seen.assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class);
  }

  @Test
  void first_shorterThanIdle_furtherElementsHaveTheirs() {
    TestSubscriber<Integer> seen = timed(SHORT, LONG);
    pass(SHORT.minus(NANO));
    source.onNext(1);
    pass(LONG.minus(NANO));
    seen.assertValues(1).assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class, 1);
  }

  @Test
  void first_ofAnObservable_isThatOfItsFirstElement() {
    PublishSubject<Integer> subject = PublishSubject.create();
    TestObserver<Integer> silent =
        subject.compose(WheelOperators.timeout(LONG, SHORT, timer)).test();
    pass(LONG.minus(NANO));
    silent.assertNoErrors();
    TestObserver<Integer> seen = subject.compose(WheelOperators.timeout(LONG, SHORT, timer)).test();
    pass(NANO);
    silent
        .assertFailure(TimeoutException.class)
        .assertError(cause -> cause.getMessage().contains("60 seconds"));
    subject.onNext(1);
    pass(SHORT);
    seen.assertFailure(TimeoutException.class, 1);
  }

  @Test
  void first_withFallback_switchesToIt() {
    TestSubscriber<Integer> seen =
        source.compose(WheelOperators.timeout(SHORT, LONG, scheduler, Flowable.just(7))).test();
    pass(SHORT);
    seen.assertResult(7);
  }

  @Test
  void first_elementWithinTheSubscription_leavesTheOtherTime() {
    TestSubscriber<Integer> seen =
        Flowable.just(1)
            .concatWith(Flowable.never())
            .compose(WheelOperators.timeout(LONG, SHORT, timer))
            .test();
    pass(SHORT);
    seen.assertFailure(TimeoutException.class, 1);
  }

  @Test
  void first_slowOnSubscribe_doesNotCount() {
    TestSubscriber<Integer> seen =
        source
            .compose(WheelOperators.timeout(SHORT, LONG, scheduler))
            .doOnSubscribe(s -> pass(LONG))
            .test();
    pass(SHORT.minus(NANO));
    seen.assertNoErrors();
    pass(NANO);
    seen.assertFailure(TimeoutException.class);
  }

  @Test
  void first_forEver_waitsForAnElementAndThenNoLongerThanIdle() {
    TestSubscriber<Integer> seen = timed(FOR_EVER, SHORT);
    pass(Duration.ofDays(36_500));
    source.onNext(1);
    pass(SHORT);
    seen.assertFailure(TimeoutException.class, 1);
  }

  @Test
  void idle_forEver_onlyTheFirstElementHasATime() {
    TestSubscriber<Integer> seen = timed(SHORT, FOR_EVER);
    source.onNext(1);
    pass(Duration.ofDays(36_500));
    seen.assertValues(1).assertNoErrors();
    assertThat(timer.stats().fired()).isZero();
    TestSubscriber<Integer> silent = timed(SHORT, FOR_EVER);
    pass(SHORT);
    silent.assertFailure(TimeoutException.class);
  }

  @Test
  void firstAndIdle_likeFlowableTimeoutWithPublishers_sameElementsAndTheSameEnd() {
    Random random = new Random(31);
    for (int round = 0; round < 300; round++) {
      int first = 1 + random.nextInt(100);
      int idle = 1 + random.nextInt(100);
      PublishProcessor<Integer> elements = PublishProcessor.create();
      List<String> stock = new ArrayList<>();
      List<String> ours = new ArrayList<>();
      Disposable stockEnds =
          note(
              elements.timeout(
                  Flowable.timer(first, MILLISECONDS, scheduler),
                  element -> Flowable.timer(idle, MILLISECONDS, scheduler)),
              stock);
      Disposable oursEnds =
          note(
              elements.compose(
                  WheelOperators.timeout(
                      Duration.ofMillis(first), Duration.ofMillis(idle), scheduler)),
              ours);
      for (int i = 0; i < 10; i++) {
        pass(Duration.ofMillis(random.nextInt(50)));
        elements.onNext(i);
      }
      pass(LONG);
      assertThat(ours).as("%s ms, then %s ms", first, idle).isEqualTo(stock).isNotEmpty();
      assertThat(stockEnds.isDisposed() && oursEnds.isDisposed()).isTrue();
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  private Disposable note(Flowable<Integer> flowable, List<String> to) {
    return flowable.subscribe(
        element -> to.add(element + " at " + clock.nanoTime()),
        cause -> to.add(cause.getClass().getSimpleName() + " at " + clock.nanoTime()));
  }

  @Test
  void first_elementAgainstItsEnd_theNextTimeoutIsNotLate() throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      for (int i = 0; i < 5_000; i++) {
        PublishProcessor<Integer> elements = PublishProcessor.create();
        TestSubscriber<Integer> seen =
            elements.compose(WheelOperators.timeout(LONG, SHORT, scheduler)).test();
        Future<?> clockMoved =
            other.submit(
                () -> {
                  start.await();
                  pass(LONG);
                  return null;
                });
        start.await();
        elements.onNext(1);
        clockMoved.get();
        pass(SHORT);
        seen.assertError(TimeoutException.class);
      }
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  // --- what measures the time ---

  static Stream<Function<OperatorsFirstTimeoutTest, Flowable<Integer>>> forms() {
    Flowable<Integer> after = Flowable.error(new TimeoutException());
    Observable<Integer> then = Observable.error(new TimeoutException());
    return Stream.of(
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.scheduler)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.timer)),
        test -> test.source.compose(WheelOperators.timeout(5, SECONDS, test.scheduler)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.scheduler, after)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.timer, after)),
        test -> test.source.compose(WheelOperators.timeout(5, SECONDS, test.scheduler, after)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.scheduler)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.timer)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.scheduler, after)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.timer, after)),
        test -> test.observed(WheelOperators.timeout(SHORT, test.scheduler, then)::apply),
        test -> test.observed(WheelOperators.timeout(SHORT, test.timer, then)::apply),
        test -> test.observed(WheelOperators.timeout(5, SECONDS, test.scheduler, then)::apply),
        test -> test.observed(WheelOperators.timeout(SHORT, LONG, test.scheduler, then)::apply),
        test -> test.observed(WheelOperators.timeout(SHORT, LONG, test.timer, then)::apply));
  }

  private Flowable<Integer> observed(
      Function<Observable<Integer>, io.reactivex.rxjava3.core.ObservableSource<Integer>> operator) {
    return Observable.wrap(operator.apply(source.toObservable()))
        .toFlowable(io.reactivex.rxjava3.core.BackpressureStrategy.BUFFER);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void timeout_onASchedulerOrATimer_waitsThere(
      Function<OperatorsFirstTimeoutTest, Flowable<Integer>> form) {
    TestSubscriber<Integer> seen = form.apply(this).test();
    assertThat(timer.pendingTimeouts()).isOne();
    pass(SHORT);
    seen.assertFailure(TimeoutException.class);
  }

  @Test
  void timeout_onATestScheduler_followsItsClock() {
    Scheduler test = new WheelTestScheduler();
    TestSubscriber<Integer> seen = source.compose(WheelOperators.timeout(SHORT, test)).test();
    ((WheelTestScheduler) test).advanceTimeBy(5, SECONDS);
    seen.assertFailure(TimeoutException.class);
  }

  @Test
  void timeout_onASchedulerOfAnotherKind_refusedWithItsName() {
    assertThatThrownBy(() -> WheelOperators.timeout(SHORT, Schedulers.trampoline()).hashCode())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("on must be a WheelScheduler, was " + Schedulers.trampoline());
  }
}
