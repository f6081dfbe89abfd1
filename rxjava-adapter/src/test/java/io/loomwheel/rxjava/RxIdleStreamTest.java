package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.Meeting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;

/**
 * Requests that meet the source, the fallback or one another are lost by none and doubled by none.
 */
class RxIdleStreamTest {
  private static final int ROUNDS = 5_000;
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final Meeting meeting = new Meeting();
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).taskExecutor(Runnable::run).build();

  @AfterEach
  void end() {
    meeting.close();
    timer.close();
  }

  private static Subscription counting(AtomicLong requests) {
    return new Subscription() {
      @Override
      public void request(long n) {
        requests.addAndGet(n);
      }

      @Override
      public void cancel() {}
    };
  }

  /** {@return a stream that was begun, whose fallback counts requests} */
  private IdleTimeoutFlowable<Integer>.RxIdleStream stream(AtomicLong fromFallback) {
    List<IdleTimeoutFlowable<Integer>.RxIdleStream> begun = new ArrayList<>();
    new IdleTimeoutFlowable<Integer>(
            Flowable.never(),
            begun::add,
            IdleTime.of(IDLE).on(timer),
            fallback -> fallback.onSubscribe(counting(fromFallback)))
        .subscribe(new TestSubscriber<>(0));
    return begun.getFirst();
  }

  @Test
  void request_againstTheSource_isLostByNeitherAndDoubledByNone() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicLong requests = new AtomicLong();
      var stream = stream(new AtomicLong());
      stream.request(5);
      meeting.of(
          () -> {
            stream.request(2);
            stream.request(3);
          },
          () -> stream.onSubscribe(counting(requests)));
      assertThat(requests).hasValue(10);
      stream.cancel();
    }
  }

  @Test
  void begin_againstTheFallback_leavesRequestsToOne() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicLong fromSource = new AtomicLong();
      AtomicLong fromFallback = new AtomicLong();
      var stream = stream(fromFallback);
      stream.request(5);
      meeting.of(
          () -> clock.advance(IDLE.multipliedBy(2)),
          () -> stream.onSubscribe(counting(fromSource)));
      stream.request(1);
      assertThat(fromFallback).hasValue(6);
      assertThat(fromSource.get()).isIn(0L, 5L);
    }
  }

  @Test
  void request_byTwoThreads_areAllCounted() throws Exception {
    int each = 100_000;
    AtomicLong fromFallback = new AtomicLong();
    var stream = stream(fromFallback);
    meeting.of(() -> requestOneByOne(stream, each), () -> requestOneByOne(stream, each));
    clock.advance(IDLE.multipliedBy(2));
    assertThat(fromFallback).hasValue(2L * each);
  }

  private static void requestOneByOne(IdleTimeoutFlowable<Integer>.RxIdleStream stream, int times) {
    for (int i = 0; i < times; i++) {
      stream.request(1);
    }
  }

  @Test
  void timeUp_afterTheStreamWasCancelled_callsNoFallback() {
    AtomicLong fromFallback = new AtomicLong();
    var stream = stream(fromFallback);
    stream.request(5);
    stream.cancel();
    clock.advance(IDLE.multipliedBy(2));
    assertThat(fromFallback).hasValue(0);
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
