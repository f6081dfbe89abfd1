package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/**
 * Two threads meet at the moment when the time is up: one moves the clock, the other signals. Each
 * round has a new subscription, so each is decided anew.
 */
class OperatorsTimeoutRaceTest {
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final int ROUNDS = 5_000;

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier start = new CyclicBarrier(2);
  private final AtomicInteger dropped = new AtomicInteger();

  @AfterEach
  void end() {
    Hooks.resetOnNextDropped();
    other.shutdown();
  }

  /** One round: a source by hand, a fallback by hand, and somebody who looks on. */
  private final class Round {
    final AtomicLong fromSource = new AtomicLong();
    final AtomicLong fromFallback = new AtomicLong();
    final Downstream downstream = new Downstream();
    Subscriber<? super Integer> source;
    Subscriber<? super Integer> fallback;

    Round(boolean withFallback) {
      Flux<Integer> first = Flux.from(subscriber -> begin(subscriber, fromSource, s -> source = s));
      Flux<Integer> second =
          Flux.from(subscriber -> begin(subscriber, fromFallback, s -> fallback = s));
      first
          .transform(
              withFallback
                  ? WheelOperators.timeout(IDLE, second, scheduler)
                  : WheelOperators.timeout(IDLE, scheduler))
          .subscribe(downstream);
    }

    private void begin(
        Subscriber<? super Integer> subscriber,
        AtomicLong requests,
        Consumer<Subscriber<? super Integer>> keep) {
      keep.accept(subscriber);
      subscriber.onSubscribe(
          new Subscription() {
            @Override
            public void request(long n) {
              requests.addAndGet(n);
            }

            @Override
            public void cancel() {}
          });
    }
  }

  /** Counts signals, and notices those that meet. */
  private static final class Downstream implements CoreSubscriber<Integer> {
    final AtomicInteger elements = new AtomicInteger();
    final AtomicInteger ends = new AtomicInteger();
    final AtomicInteger met = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    volatile Subscription subscription;

    private void signal(AtomicInteger count) {
      if (inside.getAndIncrement() > 0) {
        met.incrementAndGet();
      }
      Thread.yield(); // so that another would be seen to come in
      count.incrementAndGet();
      inside.getAndDecrement();
    }

    @Override
    public void onSubscribe(Subscription s) {
      subscription = s;
      s.request(5);
    }

    @Override
    public void onNext(Integer element) {
      signal(elements);
    }

    @Override
    public void onError(Throwable t) {
      signal(ends);
    }

    @Override
    public void onComplete() {
      signal(ends);
    }
  }

  private void timeUpAgainst(Runnable signal) throws Exception {
    Future<?> clockMoved =
        other.submit(
            () -> {
              await();
              clock.advance(IDLE);
            });
    await();
    signal.run();
    clockMoved.get();
  }

  private void await() {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void element_againstTheTimeout_isPassedOnOrDroppedAndNeverMeetsIt() throws Exception {
    Hooks.onNextDropped(element -> dropped.incrementAndGet());
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(false);
      int droppedBefore = dropped.get();
      timeUpAgainst(() -> round.source.onNext(1));
      int late = dropped.get() - droppedBefore;
      assertThat(round.downstream.elements).hasValue(1 - late);
      // An element that came before the clock moved may be followed by the next timeout.
      assertThat(round.downstream.ends.get()).isBetween(late, 1);
      assertThat(round.downstream.met).hasValue(0);
      assertThat(timer.pendingTimeouts()).isEqualTo(1 - round.downstream.ends.get());
      round.downstream.subscription.cancel();
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void completion_againstTheTimeout_endsTheStreamOnce() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(false);
      timeUpAgainst(() -> round.source.onComplete());
      assertThat(round.downstream.ends).hasValue(1);
      assertThat(round.downstream.met).hasValue(0);
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void cancel_againstTheTimeout_leavesNothingArmed() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(false);
      timeUpAgainst(() -> round.downstream.subscription.cancel());
      assertThat(round.downstream.ends.get()).isBetween(0, 1);
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void request_againstTheFallback_isLostByNeitherAndDoubledByNone() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(true);
      round.source.onNext(1);
      timeUpAgainst(
          () -> {
            round.downstream.subscription.request(2);
            round.downstream.subscription.request(3);
          });
      assertThat(round.fromFallback).hasValue(9);
    }
  }

  @Test
  void cancel_whileAnElementIsOnItsWay_leavesNothingArmed() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(false);
      Future<?> element =
          other.submit(
              () -> {
                await();
                round.source.onNext(1);
              });
      await();
      round.downstream.subscription.cancel();
      element.get();
      clock.advance(IDLE);
      assertThat(round.downstream.ends).hasValue(0);
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }
}
