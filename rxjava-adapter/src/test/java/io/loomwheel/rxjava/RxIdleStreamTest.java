package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier start = new CyclicBarrier(2);
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).taskExecutor(Runnable::run).build();

  @AfterEach
  void end() {
    other.shutdown();
    timer.close();
  }

  private void await() {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
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
  private RxIdleStream<Integer> stream(AtomicLong fromFallback) {
    RxIdleStream<Integer> stream =
        new RxIdleStream<>(
            new TestSubscriber<>(0),
            IdleTime.of(IDLE).on(timer),
            fallback -> fallback.onSubscribe(counting(fromFallback)));
    assertThat(stream.begin()).isTrue();
    return stream;
  }

  @Test
  void request_againstTheSource_isLostByNeitherAndDoubledByNone() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicLong requests = new AtomicLong();
      RxIdleStream<Integer> stream = stream(new AtomicLong());
      stream.request(5);
      Future<?> begun =
          other.submit(
              () -> {
                await();
                stream.onSubscribe(counting(requests));
              });
      await();
      stream.request(2);
      stream.request(3);
      begun.get();
      assertThat(requests).hasValue(10);
      stream.cancel();
    }
  }

  @Test
  void begin_againstTheFallback_leavesRequestsToOne() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicLong fromSource = new AtomicLong();
      AtomicLong fromFallback = new AtomicLong();
      RxIdleStream<Integer> stream = stream(fromFallback);
      stream.request(5);
      Future<?> begun =
          other.submit(
              () -> {
                await();
                stream.onSubscribe(counting(fromSource));
              });
      await();
      clock.advance(IDLE.multipliedBy(2));
      begun.get();
      stream.request(1);
      assertThat(fromFallback).hasValue(6);
      assertThat(fromSource.get()).isIn(0L, 5L);
    }
  }

  @Test
  void request_byTwoThreads_areAllCounted() throws Exception {
    int each = 100_000;
    AtomicLong fromFallback = new AtomicLong();
    RxIdleStream<Integer> stream = stream(fromFallback);
    Future<?> half = other.submit(() -> requestOneByOne(stream, each));
    requestOneByOne(stream, each);
    half.get();
    clock.advance(IDLE.multipliedBy(2));
    assertThat(fromFallback).hasValue(2L * each);
  }

  private void requestOneByOne(RxIdleStream<Integer> stream, int times) {
    await();
    for (int i = 0; i < times; i++) {
      stream.request(1);
    }
  }

  @Test
  void timeUp_afterTheStreamWasCancelled_callsNoFallback() {
    AtomicLong fromFallback = new AtomicLong();
    RxIdleStream<Integer> stream = stream(fromFallback);
    stream.request(5);
    stream.cancel();
    clock.advance(IDLE.multipliedBy(2));
    assertThat(fromFallback).hasValue(0);
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
