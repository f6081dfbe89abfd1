package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to write the idle timeout, and what may measure its times. */
class OperatorsFormsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(5);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Scheduler scheduler = WheelScheduler.on(timer);
  private final PublishProcessor<Integer> source = PublishProcessor.create();

  private Flowable<Integer> observed(ObservableTransformer<Integer, Integer> operator) {
    return source.toObservable().compose(operator).toFlowable(BackpressureStrategy.BUFFER);
  }

  static Stream<Function<OperatorsFormsTest, Flowable<Integer>>> forms() {
    return Stream.of(
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.scheduler)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.timer)),
        test -> test.source.compose(WheelOperators.timeout(5, SECONDS, test.scheduler)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.scheduler)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.timer)));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void timeout_onASchedulerOrATimer_waitsThere(
      Function<OperatorsFormsTest, Flowable<Integer>> form) {
    TestSubscriber<Integer> seen = form.apply(this).test();
    assertThat(timer.pendingTimeouts()).isOne();
    clock.advance(SHORT);
    seen.assertFailure(TimeoutException.class);
  }

  static Stream<Function<OperatorsFormsTest, Flowable<Integer>>> formsWithFallback() {
    Flowable<Integer> after = Flowable.just(7);
    Observable<Integer> then = Observable.just(7);
    return Stream.of(
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.scheduler, after)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, test.timer, after)),
        test -> test.source.compose(WheelOperators.timeout(5, SECONDS, test.scheduler, after)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.scheduler, after)),
        test -> test.source.compose(WheelOperators.timeout(SHORT, LONG, test.timer, after)),
        test -> test.observed(WheelOperators.timeout(SHORT, test.scheduler, then)),
        test -> test.observed(WheelOperators.timeout(SHORT, test.timer, then)),
        test -> test.observed(WheelOperators.timeout(5, SECONDS, test.scheduler, then)),
        test -> test.observed(WheelOperators.timeout(SHORT, LONG, test.scheduler, then)),
        test -> test.observed(WheelOperators.timeout(SHORT, LONG, test.timer, then)));
  }

  @ParameterizedTest
  @MethodSource("formsWithFallback")
  void fallback_onASchedulerOrATimer_comesThen(
      Function<OperatorsFormsTest, Flowable<Integer>> form) {
    TestSubscriber<Integer> seen = form.apply(this).test();
    assertThat(timer.pendingTimeouts()).isOne();
    clock.advance(SHORT);
    seen.assertResult(7);
  }

  /** {@return those that wait on the shared timer} */
  private List<Flowable<Integer>> shared(long millis) {
    Duration time = Duration.ofMillis(millis);
    Flowable<Integer> after = Flowable.just(7);
    Observable<Integer> then = Observable.just(7);
    return List.of(
        source.compose(WheelOperators.timeout(time)),
        source.compose(WheelOperators.timeout(millis, MILLISECONDS)),
        source.compose(WheelOperators.timeout(time, time)),
        source.compose(WheelOperators.timeout(time, after)),
        source.compose(WheelOperators.timeout(millis, MILLISECONDS, after)),
        source.compose(WheelOperators.timeout(time, time, after)),
        observed(WheelOperators.timeout(time, then)),
        observed(WheelOperators.timeout(millis, MILLISECONDS, then)),
        observed(WheelOperators.timeout(time, time, then)));
  }

  @Test
  void timeout_withoutScheduler_waitsOnTheSharedTimer() {
    long before = WheelTimer.shared().pendingTimeouts();
    List<Disposable> seen = shared(HOURS.toMillis(1)).stream().map(Flowable::subscribe).toList();
    assertThat(WheelTimer.shared().pendingTimeouts()).isEqualTo(before + seen.size());
    seen.forEach(Disposable::dispose);
    assertThat(WheelTimer.shared().pendingTimeouts()).isEqualTo(before);
  }

  @Test
  void timeout_withoutScheduler_goesOverToTheFallback() {
    List<Flowable<Integer>> shared = shared(1);
    for (Flowable<Integer> each : shared.subList(0, 3)) {
      each.test().awaitDone(10, SECONDS).assertFailure(TimeoutException.class);
    }
    for (Flowable<Integer> each : shared.subList(3, shared.size())) {
      each.test().awaitDone(10, SECONDS).assertResult(7);
    }
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
