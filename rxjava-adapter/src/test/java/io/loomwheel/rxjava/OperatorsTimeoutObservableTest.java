package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.exceptions.ProtocolViolationException;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subjects.PublishSubject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a {@code Observable} has of its own; the rest is in {@link OperatorsTimeoutTest}. */
class OperatorsTimeoutObservableTest {
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final PublishSubject<Integer> source = PublishSubject.create();
  private final PublishSubject<Integer> fallback = PublishSubject.create();
  private final List<Throwable> undelivered = new ArrayList<>();

  /** A source that doesn't look whether it was disposed of. */
  private static final class Stubborn extends Observable<Integer> {
    private final boolean begins;
    final Disposable disposable = Disposable.empty();
    Observer<? super Integer> to;

    Stubborn(boolean begins) {
      this.begins = begins;
    }

    @Override
    protected void subscribeActual(Observer<? super Integer> observer) {
      to = observer;
      if (begins) {
        to.onSubscribe(disposable);
      }
    }
  }

  private final Stubborn stubborn = new Stubborn(true);

  private Observable<Integer> timed() {
    return source.compose(WheelOperators.timeout(IDLE, scheduler));
  }

  private Observable<Integer> timedWithFallback() {
    return source.compose(WheelOperators.timeout(IDLE, scheduler, fallback));
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
  void timeout_downstreamThrowsFromOnSubscribe_leavesNoTimer() {
    Observer<Integer> refusing =
        new Observer<>() {
          @Override
          public void onSubscribe(Disposable disposable) {
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
        .hasRootCauseMessage("on purpose"); // wrapped by Observable.subscribe
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(source.hasObservers()).isFalse();
    pass(IDLE);
    assertThat(timer.stats().fired()).isZero();
  }

  @Test
  void timeout_signalsAfterDispose_areDropped() {
    IllegalStateException late = new IllegalStateException("on purpose");
    TestObserver<Integer> seen =
        stubborn
            .compose(WheelOperators.timeout(IDLE, scheduler))
            .doOnSubscribe(
                disposable -> {
                  assertThat(disposable.isDisposed()).isFalse();
                  disposable.dispose();
                  assertThat(disposable.isDisposed()).isTrue();
                })
            .test();
    stubborn.to.onNext(2);
    stubborn.to.onComplete();
    stubborn.to.onError(late);
    seen.assertNoValues().assertNotComplete();
    assertThat(stubborn.disposable.isDisposed()).isTrue();
    assertThat(undelivered).containsExactly(late);
  }

  @Test
  void timeout_rejected_whenTheTimerIsStoppedOrTheSchedulerShutDown() {
    scheduler.shutdown();
    timed().test().assertFailure(RejectedExecutionException.class);
    scheduler.start();
    timer.stop();
    timed().test().assertFailure(RejectedExecutionException.class);
    assertThat(source.hasObservers()).isFalse();
    stubborn
        .compose(WheelOperators.timeout(IDLE, scheduler))
        .test()
        .assertFailure(RejectedExecutionException.class);
    assertThat(stubborn.to).isNull();
  }

  @Test
  void timeout_sourceThatBeginsTwice_isReported() {
    TestObserver<Integer> seen = stubborn.compose(WheelOperators.timeout(IDLE, scheduler)).test();
    Disposable second = Disposable.empty();
    stubborn.to.onSubscribe(second);
    assertThat(second.isDisposed()).isTrue();
    assertThat(stubborn.disposable.isDisposed()).isFalse();
    seen.assertNoErrors();
    assertThat(undelivered).hasSize(1).first().isInstanceOf(ProtocolViolationException.class);
  }

  // --- fallback ---

  @Test
  void timeout_withFallback_goesOverToIt() {
    TestObserver<Integer> seen = timedWithFallback().test();
    source.onNext(1);
    pass(IDLE);
    assertThat(source.hasObservers()).isFalse();
    pass(IDLE.multipliedBy(9));
    fallback.onNext(2);
    fallback.onComplete();
    seen.assertResult(1, 2);
  }

  @Test
  void timeout_disposedAfterTheFallbackCame_disposesOfIt() {
    TestObserver<Integer> seen = timedWithFallback().test();
    pass(IDLE);
    assertThat(fallback.hasObservers()).isTrue();
    seen.dispose();
    assertThat(fallback.hasObservers()).isFalse();
  }

  @Test
  void timeout_disposedBeforeTheFallbackComes_disposesOfIt() {
    Stubborn late = new Stubborn(false);
    TestObserver<Integer> seen =
        source.compose(WheelOperators.timeout(IDLE, scheduler, late)).test();
    pass(IDLE);
    seen.dispose();
    late.to.onSubscribe(late.disposable);
    assertThat(late.disposable.isDisposed()).isTrue();
  }

  @Test
  void timeout_withFallbackInTime_neverSubscribesToIt() {
    TestObserver<Integer> seen = timedWithFallback().test();
    source.onComplete();
    pass(IDLE);
    seen.assertResult();
    assertThat(fallback.hasObservers()).isFalse();
  }

  @Test
  void timeout_failingFallback_failsTheStream() {
    TestObserver<Integer> seen = timedWithFallback().test();
    pass(IDLE);
    fallback.onError(new IllegalStateException("on purpose"));
    seen.assertFailure(IllegalStateException.class);
  }

  @Test
  void timeout_everyWayToWriteIt_goesOverToTheFallback() {
    TestObserver<Integer> seen =
        source.compose(WheelOperators.timeout(30, SECONDS, scheduler, Observable.just(7))).test();
    pass(IDLE);
    seen.assertResult(7);
    source
        .compose(WheelOperators.timeout(Duration.ofMillis(1), Observable.just(8)))
        .test()
        .awaitDone(10, SECONDS)
        .assertResult(8);
    source
        .compose(WheelOperators.timeout(1, MILLISECONDS, Observable.just(9)))
        .test()
        .awaitDone(10, SECONDS)
        .assertResult(9);
  }

  // --- a citizen of RxJava ---

  @Test
  void timeout_hooks_seeTheOperatorAndItsTask() {
    List<Object> calls = new ArrayList<>();
    RxJavaPlugins.setOnObservableAssembly(
        observable -> {
          calls.add(observable);
          return observable;
        });
    RxJavaPlugins.setScheduleHandler(
        task -> {
          calls.add("hooked");
          return task;
        });
    Observable<Integer> timed = timed();
    Observable<Integer> withFallback = timedWithFallback();
    assertThat(calls).containsExactly(timed, withFallback);
    TestObserver<Integer> seen = timed.test();
    source.onNext(1);
    seen.assertValues(1);
    assertThat(calls).containsExactly(timed, withFallback, "hooked");
  }
}
