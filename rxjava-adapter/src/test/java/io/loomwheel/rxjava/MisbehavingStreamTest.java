package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.SourceByHand;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.functions.Consumer;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What follows where a subscriber or a source of the idle timeout breaks the rules. */
class MisbehavingStreamTest {
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final SourceByHand source = SourceByHand.create();
  private final PublishSubject<Integer> subject = PublishSubject.create();
  private final List<Throwable> undelivered = new ArrayList<>();
  private final List<Object> seen = new ArrayList<>();

  @BeforeEach
  void keepUndelivered() {
    RxJavaPlugins.setErrorHandler(undelivered::add);
  }

  @AfterEach
  void resetHooks() {
    RxJavaPlugins.reset();
  }

  private Flowable<Integer> timed() {
    return Flowable.fromPublisher(source).compose(WheelOperators.timeout(IDLE, scheduler));
  }

  private Observable<Integer> timedSubject() {
    return subject.compose(WheelOperators.timeout(IDLE, scheduler));
  }

  private static void fail() {
    throw new IllegalStateException("on purpose");
  }

  /** A source one of whose methods throws. */
  private static Flowable<Integer> failingIn(String method) {
    return new Flowable<>() {
      @Override
      protected void subscribeActual(Subscriber<? super Integer> subscriber) {
        called("subscribe");
        subscriber.onSubscribe(
            new Subscription() {
              @Override
              public void request(long n) {
                called("request");
              }

              @Override
              public void cancel() {
                called("cancel");
              }
            });
      }

      private void called(String name) {
        if (name.equals(method)) {
          fail();
        }
      }
    };
  }

  private void assertNothingArmed() {
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** Has the operator alone between source and subscriber. */
  private void subscribe(Consumer<Object> onSignal) {
    timed().subscribe(new RoughSubscriber(seen, onSignal));
  }

  // --- the subscriber ---

  @Test
  void onNext_thatThrows_tellsTheSource_andTheTimeGoesOn() {
    subscribe(
        signal -> {
          if (signal instanceof Integer) {
            fail();
          }
        });
    assertThatThrownBy(() -> source.to().onNext(1)).hasMessage("on purpose");
    clock.advance(IDLE);
    assertThat(seen).hasSize(3).last().isInstanceOf(TimeoutException.class);
    assertThat(source.isCancelled()).isTrue();
    assertNothingArmed();
  }

  @Test
  void onErrorAndOnComplete_thatThrow_tellTheSource_andNothingStaysArmed() {
    for (boolean completes : new boolean[] {false, true}) {
      subscribe(
          signal -> {
            if (!(signal instanceof Subscription)) {
              fail();
            }
          });
      assertThatThrownBy(
              () -> {
                if (completes) {
                  source.to().onComplete();
                } else {
                  source.to().onError(new Exception("of the source"));
                }
              })
          .hasMessage("on purpose");
      assertNothingArmed();
    }
    assertThat(undelivered).isEmpty();
  }

  @Test
  void onError_thatThrowsOfTheTimeout_isReported() {
    subscribe(
        signal -> {
          if (signal instanceof TimeoutException) {
            fail();
          }
        });
    clock.advance(IDLE);
    assertThat(undelivered).singleElement().matches(e -> e.getMessage().contains("on purpose"));
    assertThat(source.isCancelled()).isTrue();
    assertNothingArmed();
  }

  @Test
  void onSubscribe_thatCancels_leavesNothingArmed_andTheSourceCancelled() {
    subscribe(
        signal -> {
          if (signal instanceof Subscription subscription) {
            subscription.cancel();
          }
        });
    assertNothingArmed();
    assertThat(source.isCancelled()).isTrue();
    source.to().onNext(1);
    source.to().onComplete();
    assertThat(seen).hasSize(1);
  }

  // --- the source ---

  @Test
  void subscribe_thatThrows_tellsWhoSubscribes_andTheStreamTimesOut() {
    Flowable<Integer> timed =
        failingIn("subscribe").compose(WheelOperators.timeout(IDLE, scheduler));
    assertThatThrownBy(() -> timed.subscribe(new RoughSubscriber(seen, signal -> {})))
        .hasRootCauseMessage("on purpose"); // wrapped by Flowable.subscribe
    clock.advance(IDLE);
    assertThat(seen).hasSize(2).last().isInstanceOf(TimeoutException.class);
    assertNothingArmed();
  }

  @Test
  void request_thatThrows_tellsWhoRequests_andTheStreamTimesOut() {
    TestSubscriber<Integer> seen = new TestSubscriber<>(0);
    failingIn("request").compose(WheelOperators.timeout(IDLE, scheduler)).subscribe(seen);
    assertThatThrownBy(() -> seen.request(1)).hasMessage("on purpose");
    clock.advance(IDLE);
    seen.assertFailure(TimeoutException.class);
    assertNothingArmed();
  }

  @Test
  void cancel_thatThrows_isReported_andDownstreamHearsOfTheTimeout() {
    Flowable<Integer> throwing = failingIn("cancel");
    Flowable<Integer> timed = throwing.compose(WheelOperators.timeout(IDLE, scheduler));
    TestSubscriber<Integer> timedOut = timed.test();
    TestSubscriber<Integer> cancelled = timed.test();
    TestSubscriber<Integer> replaced =
        throwing.compose(WheelOperators.timeout(IDLE, scheduler, Flowable.just(7))).test();
    cancelled.cancel();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    clock.advance(IDLE);
    timedOut.assertFailure(TimeoutException.class);
    cancelled.assertEmpty();
    replaced.assertResult(7);
    assertThat(undelivered).hasSize(3).allMatch(e -> e.getMessage().contains("on purpose"));
    assertNothingArmed();
  }

  @Test
  void dispose_thatThrows_isReported_andTheObserverHearsOfTheTimeout() {
    Observable<Integer> throwing =
        Observable.unsafeCreate(
            observer -> observer.onSubscribe(Disposable.fromAction(MisbehavingStreamTest::fail)));
    Observable<Integer> timed = throwing.compose(WheelOperators.timeout(IDLE, scheduler));
    TestObserver<Integer> timedOut = timed.test();
    TestObserver<Integer> disposed = timed.test();
    disposed.dispose();
    clock.advance(IDLE);
    timedOut.assertFailure(TimeoutException.class);
    disposed.assertEmpty();
    assertThat(undelivered).hasSize(2);
    assertNothingArmed();
  }

  @Test
  void source_thatSignalsFromTwoThreads_hasBothPassedOn_andTheTimeGoesOn() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    subscribe(
        signal -> {
          if (signal.equals(1)) {
            first.countDown();
            second.await();
          }
        });
    Thread other = Thread.startVirtualThread(() -> source.to().onNext(1));
    assertThat(first.await(30, SECONDS)).isTrue();
    source.to().onNext(2); // while the first is under way
    second.countDown();
    other.join();
    assertThat(seen).hasSize(3).contains(1, 2);
    clock.advance(IDLE);
    assertThat(seen).last().isInstanceOf(TimeoutException.class);
    assertNothingArmed();
  }

  @Test
  void source_thatSignalsAfterItsEnd_isDropped_andItsErrorReported() {
    subscribe(signal -> {});
    source.to().onComplete();
    source.to().onNext(1);
    source.to().onComplete();
    source.to().onError(new IllegalStateException("late"));
    assertThat(seen).hasSize(2).last().isEqualTo("end");
    assertThat(undelivered).singleElement().matches(e -> e.getMessage().contains("late"));
    assertNothingArmed();
  }

  // --- the same of observers ---

  @Test
  void observer_thatThrowsFromOnNext_isDisposedOf_byRxJavasOwn_andNothingStaysArmed() {
    Disposable lambda =
        timedSubject().subscribe(element -> fail(), error -> seen.add(error.getMessage()));
    subject.onNext(1);
    assertThat(seen).containsExactly("on purpose");
    assertThat(lambda.isDisposed()).isTrue();
    assertThat(subject.hasObservers()).isFalse();
    assertNothingArmed();
  }

  @Test
  void observer_thatThrowsFromOnError_isReported() {
    Disposable lambda = timedSubject().subscribe(element -> {}, error -> fail());
    clock.advance(IDLE);
    assertThat(lambda.isDisposed()).isTrue();
    assertThat(undelivered).hasSize(1);
    assertThat(subject.hasObservers()).isFalse();
    assertNothingArmed();
  }
}
