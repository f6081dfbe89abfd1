package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.SourceByHand;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.exceptions.ProtocolViolationException;
import io.reactivex.rxjava3.internal.subscriptions.BooleanSubscription;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

/** What the idle timeout of RxJava promises beyond the contract, where the kinds differ. */
class OperatorsTimeoutFlowableTest {
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final SourceByHand source = SourceByHand.create();
  private final SourceByHand fallback = SourceByHand.create();

  private final List<Throwable> undelivered = new ArrayList<>();

  private Flowable<Integer> timed(Publisher<Integer> instead) {
    return Flowable.fromPublisher(source).compose(WheelOperators.timeout(IDLE, scheduler, instead));
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
  void timeout_fallbackBeforeTheSourceBegins_getsAllRequests() {
    SourceByHand slow = SourceByHand.late();
    TestSubscriber<Integer> seen =
        Flowable.fromPublisher(slow)
            .compose(WheelOperators.timeout(IDLE, scheduler, fallback))
            .test(4);
    pass(IDLE);
    assertThat(fallback.asked).containsExactly(4L);
    slow.begin();
    seen.request(1);
    assertThat(slow.asked).containsExactly(-1L);
    assertThat(fallback.asked).containsExactly(4L, 1L);
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

  /** Downstream keeps its subscription; the source is held by nobody. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void source_afterACancelOrATimeout_isNotHeld(boolean cancelled) {
    List<WeakReference<Subscription>> subscriptions = new ArrayList<>();
    Flowable<Integer> silent =
        Flowable.fromPublisher(
            downstream -> {
              Subscription silence = new BooleanSubscription();
              subscriptions.add(new WeakReference<>(silence));
              downstream.onSubscribe(silence);
            });
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
    assertThat(subscriptions).hasSize(2).allMatch(Waiting::isCollected);
    assertThat(alone.isCancelled()).isEqualTo(cancelled); // and both were kept until here
    assertThat(replaced.isCancelled()).isEqualTo(cancelled);
  }

  // --- without a fallback ---

  private Flowable<Integer> timed() {
    return Flowable.fromPublisher(source).compose(WheelOperators.timeout(IDLE, scheduler));
  }

  @Test
  void timeout_requestsBeforeTheSourceBegins_arePassedOnOnce() {
    SourceByHand late = SourceByHand.late();
    TestSubscriber<Integer> seen =
        Flowable.fromPublisher(late)
            .compose(WheelOperators.<Integer>timeout(IDLE, scheduler))
            .test(2);
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
  void timeout_ofAnObservable_saysWhetherItIsDisposedOf() {
    TestObserver<Integer> seen =
        Observable.<Integer>never()
            .compose(WheelOperators.timeout(IDLE, scheduler))
            .doOnSubscribe(
                disposable -> {
                  assertThat(disposable.isDisposed()).isFalse();
                  disposable.dispose();
                  assertThat(disposable.isDisposed()).isTrue();
                })
            .test();
    pass(IDLE);
    seen.assertEmpty();
  }

  @Test
  void timeout_assemblyHook_seesTheOperator() {
    Observable<Integer> other = Observable.never();
    List<Object> assembled = new ArrayList<>();
    RxJavaPlugins.setOnFlowableAssembly(
        flowable -> {
          assembled.add(flowable);
          return flowable;
        });
    RxJavaPlugins.setOnObservableAssembly(
        observable -> {
          assembled.add(observable);
          return observable;
        });
    Flowable<Integer> timed = timed();
    Flowable<Integer> withFallback = timed(fallback);
    assertThat(assembled).contains(timed, withFallback);
    assembled.clear();
    Observable<Integer> observed = other.compose(WheelOperators.timeout(IDLE, scheduler));
    Observable<Integer> observedWithFallback =
        other.compose(WheelOperators.timeout(IDLE, scheduler, other));
    assertThat(assembled).containsOnly(observed, observedWithFallback);
  }

  @Test
  void timeout_ofAnObservable_theSubscribeHookOfFlowablesIsNotCalled() {
    RxJavaPlugins.setOnFlowableSubscribe(
        (flowable, subscriber) -> {
          throw new IllegalStateException("on purpose");
        });
    Observable.just(1).compose(WheelOperators.timeout(IDLE, scheduler)).test().assertResult(1);
  }
}
