package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.disposables.Disposable;
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
class RxSubscriptionArbiterTest {
  private static final int ROUNDS = 5_000;

  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier start = new CyclicBarrier(2);

  @AfterEach
  void end() {
    other.shutdown();
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

  @Test
  void request_againstTheSource_isLostByNeitherAndDoubledByNone() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicLong requests = new AtomicLong();
      RxSubscriptionArbiter handover = new RxSubscriptionArbiter(i % 2 == 0);
      handover.request(5);
      Future<?> begun =
          other.submit(
              () -> {
                await();
                handover.begin(counting(requests));
              });
      await();
      handover.request(2);
      handover.request(3);
      begun.get();
      assertThat(requests).hasValue(10);
    }
  }

  @Test
  void begin_againstTheFallback_leavesRequestsToOne() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicLong fromSource = new AtomicLong();
      AtomicLong fromFallback = new AtomicLong();
      RxSubscriptionArbiter handover = new RxSubscriptionArbiter(true);
      handover.request(5);
      Future<?> begun =
          other.submit(
              () -> {
                await();
                handover.begin(counting(fromSource));
              });
      await();
      handover.cancelSource();
      handover.replace(counting(fromFallback), 0);
      begun.get();
      handover.request(1);
      assertThat(fromFallback).hasValue(6);
      assertThat(fromSource.get()).isIn(0L, 5L);
    }
  }

  @Test
  void request_byTwoThreads_areAllCounted() throws Exception {
    int each = 100_000;
    AtomicLong fromFallback = new AtomicLong();
    RxSubscriptionArbiter handover = new RxSubscriptionArbiter(true);
    Future<?> half = other.submit(() -> requestOneByOne(handover, each));
    requestOneByOne(handover, each);
    half.get();
    handover.cancelSource();
    handover.replace(counting(fromFallback), 0);
    assertThat(fromFallback).hasValue(2L * each);
  }

  private void requestOneByOne(RxSubscriptionArbiter handover, int times) {
    await();
    for (int i = 0; i < times; i++) {
      handover.request(1);
    }
  }

  /** Seldom hit by chance. */
  @Test
  void begin_overtakenByTheFallback_leavesRequestsToIt() {
    AtomicLong fromSource = new AtomicLong();
    AtomicLong fromFallback = new AtomicLong();
    RxSubscriptionArbiter handover = new RxSubscriptionArbiter(true);
    handover.request(5);
    Subscription source = counting(fromSource);
    assertThat(handover.begin(Disposable.fromSubscription(source))).isTrue();
    assertThat(handover.cancelSource()).isTrue();
    handover.replace(counting(fromFallback), 0);
    handover.passTo(source);
    handover.request(1);
    assertThat(fromFallback).hasValue(6);
    assertThat(fromSource).hasValue(0);
  }

  @Test
  void leaveSource_disposed_staysDisposed() {
    RxSubscriptionArbiter handover = new RxSubscriptionArbiter(true);
    assertThat(handover.dispose()).isTrue();
    assertThat(handover.cancelSource()).isFalse();
    assertThat(handover.isDisposed()).isTrue();
    assertThat(handover.dispose()).isFalse();
  }
}
