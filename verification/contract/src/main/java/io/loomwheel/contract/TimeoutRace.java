package io.loomwheel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Two threads meet at the moment when the time is up: one moves the clock, the other signals. Each
 * round has a new subscription, so each is decided anew.
 */
public abstract class TimeoutRace {
  /** What the operators wait for. */
  protected static final Duration IDLE = Duration.ofSeconds(30);

  private static final int ROUNDS = 5_000;

  private final ManualClock clock = new ManualClock();

  /** Of the operators under test. */
  protected final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  private final Meeting meeting = new Meeting();
  private final AtomicInteger undelivered = new AtomicInteger();

  protected TimeoutRace() {}

  /** Puts the operator between, and subscribes; without a fallback it ends with an error. */
  protected abstract void subscribe(
      Publisher<Integer> source, @Nullable Publisher<Integer> fallback, TimeoutObserver downstream);

  /** {@return a subscriber that the library calls as it is, without a guard before it} */
  protected abstract TimeoutObserver observer();

  /** Tells of each error that can't be delivered any more. */
  protected abstract void onUndelivered(Consumer<Throwable> notified);

  /**
   * Checks that the library has reported so many late elements since the last check, if it does.
   */
  protected void assertReported(int late) {}

  /** Undoes what was hooked. */
  protected abstract void resetHooks();

  @AfterEach
  void end() {
    resetHooks();
    meeting.close();
  }

  /** One round: a source by hand, a fallback by hand, and somebody who looks on. */
  private final class Round {
    final AtomicLong fromSource = new AtomicLong();
    final AtomicLong fromFallback = new AtomicLong();
    final TimeoutObserver downstream = observer();
    Subscriber<? super Integer> source = downstream;
    Subscriber<? super Integer> fallback = downstream;

    Round(boolean withFallback) {
      Publisher<Integer> first = subscriber -> begin(subscriber, fromSource, s -> source = s);
      Publisher<Integer> second = subscriber -> begin(subscriber, fromFallback, s -> fallback = s);
      TimeoutRace.this.subscribe(first, withFallback ? second : null, downstream);
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

  private void timeUpAgainst(Runnable signal) throws Exception {
    meeting.of(signal, () -> clock.advance(IDLE));
  }

  @Test
  void element_againstTheTimeout_isPassedOnOrDroppedAndNeverMeetsIt() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(false);
      timeUpAgainst(() -> round.source.onNext(1));
      int late = 1 - round.downstream.elements.get();
      assertThat(late).isBetween(0, 1);
      assertReported(late);
      // An element that came before the clock moved may be followed by the next timeout.
      assertThat(round.downstream.ends.get()).isBetween(late, 1);
      assertThat(round.downstream.met).hasValue(0);
      assertThat(timer.pendingTimeouts()).isEqualTo(1 - round.downstream.ends.get());
      round.downstream.subscription().cancel();
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void error_againstTheTimeout_isPassedOnOrReported() throws Exception {
    onUndelivered(error -> undelivered.incrementAndGet());
    int timeouts = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(false);
      timeUpAgainst(() -> round.source.onError(new IllegalStateException("on purpose")));
      assertThat(round.downstream.ends).hasValue(1);
      assertThat(round.downstream.met).hasValue(0);
      timeouts += round.downstream.error instanceof TimeoutException ? 1 : 0;
      assertThat(undelivered).hasValue(timeouts);
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
      timeUpAgainst(() -> round.downstream.subscription().cancel());
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
            round.downstream.subscription().request(2);
            round.downstream.subscription().request(3);
          });
      assertThat(round.fromFallback).hasValue(9);
    }
  }

  @Test
  void cancel_whileAnElementIsOnItsWay_leavesNothingArmed() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(false);
      meeting.of(() -> round.downstream.subscription().cancel(), () -> round.source.onNext(1));
      clock.advance(IDLE);
      assertThat(round.downstream.ends).hasValue(0);
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }
}
