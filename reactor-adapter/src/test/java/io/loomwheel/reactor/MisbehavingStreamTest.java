package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Schedulers;

/** What follows where what is around {@code WheelOperators.timeout} breaks the rules. */
class MisbehavingStreamTest {
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final List<Throwable> handled = new ArrayList<>();
  private final List<Object> dropped = new ArrayList<>();
  private final List<String> notified = new CopyOnWriteArrayList<>();
  private final Source source = new Source();

  @BeforeEach
  void collect() {
    Schedulers.onHandleError((thread, error) -> handled.add(error));
    Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> {});
    Hooks.onNextDropped(dropped::add);
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void reset() {
    Schedulers.resetOnHandleError();
    Thread.currentThread().setUncaughtExceptionHandler(null);
    Hooks.resetOnNextDropped();
    Hooks.resetOnErrorDropped();
  }

  /** Signals what the test says, and throws where it says so. */
  private static class Source extends Flux<String> implements Subscription {
    CoreSubscriber<? super String> to;
    int cancels;

    @Override
    public void subscribe(CoreSubscriber<? super String> actual) {
      to = actual;
      actual.onSubscribe(this);
    }

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {
      cancels++;
    }
  }

  private static IllegalStateException onPurpose() {
    return new IllegalStateException("on purpose");
  }

  /** Notes the signals that it gets. */
  private class Downstream implements CoreSubscriber<String> {
    Subscription subscription;

    @Override
    public void onSubscribe(Subscription s) {
      subscription = s;
      s.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String element) {
      notified.add(element);
    }

    @Override
    public void onError(Throwable error) {
      notified.add(error.getClass().getSimpleName());
    }

    @Override
    public void onComplete() {
      notified.add("complete");
    }
  }

  private <S extends CoreSubscriber<String>> S subscribe(Flux<String> from, S downstream) {
    from.transform(WheelOperators.timeout(IDLE, scheduler)).subscribe(downstream);
    return downstream;
  }

  // --- downstream ---

  @Test
  void onNext_throws_theSourceIsNotified_andTheTimeCountsOn() {
    subscribe(
        source,
        new Downstream() {
          @Override
          public void onNext(String element) {
            throw onPurpose();
          }
        });
    assertThatIllegalStateException().isThrownBy(() -> source.to.onNext("a"));
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    clock.advance(IDLE);
    assertThat(notified).containsExactly("TimeoutException");
    assertThat(source.cancels).isEqualTo(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void onError_throws_onATimeout_goesToTheHookOfErrors() {
    subscribe(
        source,
        new Downstream() {
          @Override
          public void onError(Throwable error) {
            throw new IllegalStateException("on purpose", error);
          }
        });
    clock.advance(IDLE);
    assertThat(handled).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(handled.get(0)).hasCauseInstanceOf(TimeoutException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void onErrorAndOnComplete_throw_theSourceIsNotified_andNothingWaits() {
    Downstream failing =
        new Downstream() {
          @Override
          public void onError(Throwable error) {
            throw onPurpose();
          }

          @Override
          public void onComplete() {
            throw onPurpose();
          }
        };
    subscribe(source, failing);
    assertThatIllegalStateException().isThrownBy(() -> source.to.onError(new Exception()));
    subscribe(source, failing);
    assertThatIllegalStateException().isThrownBy(() -> source.to.onComplete());
    assertThat(timer.pendingTimeouts()).isZero();
  }

  // --- the source ---

  @Test
  void request_throws_downstreamIsNotified() {
    Source failing =
        new Source() {
          @Override
          public void request(long n) {
            throw onPurpose();
          }
        };
    Downstream downstream =
        new Downstream() {
          @Override
          public void onSubscribe(Subscription s) {
            subscription = s;
          }
        };
    subscribe(failing, downstream);
    assertThatIllegalStateException().isThrownBy(() -> downstream.subscription.request(1));
    downstream.subscription.cancel();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  private static final class Uncancellable extends Source {
    @Override
    public void cancel() {
      super.cancel();
      throw onPurpose();
    }
  }

  @Test
  void cancel_throws_theTimerStopsAllTheSame_andTheHookIsNotified() {
    Downstream downstream = subscribe(new Uncancellable(), new Downstream());
    downstream.subscription.cancel();
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(handled).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cancel_throws_onATimeout_downstreamIsNotifiedAllTheSame() {
    subscribe(new Uncancellable(), new Downstream());
    clock.advance(IDLE);
    assertThat(notified).containsExactly("TimeoutException");
    assertThat(handled).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cancel_throws_onATimeout_theFallbackTakesOverAllTheSame() {
    new Uncancellable()
        .transform(WheelOperators.timeout(IDLE, Flux.just("fallback"), scheduler))
        .subscribe(new Downstream());
    clock.advance(IDLE);
    assertThat(notified).containsExactly("fallback", "complete");
  }

  @Test
  void signals_afterTheEnd_areDropped() {
    subscribe(source, new Downstream());
    source.to.onComplete();
    source.to.onNext("late");
    source.to.onError(onPurpose());
    source.to.onComplete();
    assertThat(notified).containsExactly("complete");
    assertThat(dropped).hasSize(2).startsWith("late");
  }

  @Test
  void signals_afterATimeout_areDropped() {
    subscribe(source, new Downstream());
    clock.advance(IDLE);
    source.to.onNext("late");
    source.to.onComplete();
    assertThat(notified).containsExactly("TimeoutException");
    assertThat(dropped).containsExactly("late");
  }

  @Test
  void onSubscribe_twice_theSecondSubscriptionIsCancelled() {
    subscribe(source, new Downstream());
    Source second = new Source();
    source.to.onSubscribe(second);
    assertThat(second.cancels).isEqualTo(1);
    assertThat(source.cancels).isZero();
    source.to.onNext("a");
    assertThat(notified).containsExactly("a");
  }

  @Test
  void onNext_ofTwoThreadsAtOnce_isPassedOnAtOnce_andTheTimeCountsOn() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    subscribe(
        source,
        new Downstream() {
          @Override
          public void onNext(String element) {
            if (element.equals("slow")) {
              inside.countDown();
              awaitQuietly(go);
            }
            super.onNext(element);
          }
        });
    Thread other = Thread.ofPlatform().start(() -> source.to.onNext("slow"));
    inside.await();
    source.to.onNext("quick");
    assertThat(notified).containsExactly("quick");
    go.countDown();
    other.join();
    assertThat(notified).containsExactly("quick", "slow");
    clock.advance(IDLE);
    assertThat(notified).endsWith("TimeoutException");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
