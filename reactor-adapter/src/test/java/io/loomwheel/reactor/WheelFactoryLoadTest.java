package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Schedulers;

/** Items 3 and 28 with many delays at once, by the default operators and the real clock. */
class WheelFactoryLoadTest {
  private static final int THREADS = 4;
  private static final int EACH = 5_000;

  private final WheelTimer timer = WheelTimer.create();
  private final AtomicInteger early = new AtomicInteger();
  private final AtomicInteger astray = new AtomicInteger();
  private final CountDownLatch arrived = new CountDownLatch(THREADS * EACH);

  @AfterEach
  void reset() {
    Schedulers.resetFactory();
    timer.close();
  }

  @Test
  void item28_manyDefaultDelays_fromSeveralThreads_allArriveAndNoneIsEarly() throws Exception {
    Schedulers.setFactory(new WheelFactory(timer));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofPlatform().start(this::subscribe));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(arrived.await(30, SECONDS)).isTrue();
    assertThat(early).hasValue(0);
    assertThat(astray).hasValue(0);
    assertThat(timer.stats().fired()).isGreaterThanOrEqualTo(THREADS * EACH);
    Schedulers.resetFactory();
    long armed = timer.stats().armed();
    Mono.delay(Duration.ofMillis(1)).block(Duration.ofSeconds(30));
    assertThat(timer.stats().armed()).isEqualTo(armed);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** Of six operators four are a delay, one a timeout and one an interval. */
  private void subscribe() {
    for (int i = 0; i < EACH; i++) {
      Duration delay = Duration.ofMillis(10 + i % 41);
      long start = System.nanoTime();
      Runnable arrival = () -> arrive(start, delay);
      switch (i % 6) {
        case 0 -> Flux.never().timeout(delay).subscribe(none -> {}, error -> arrival.run());
        case 1 -> Flux.interval(delay).take(1).subscribe(tick -> arrival.run());
        default -> Mono.delay(delay).subscribe(tick -> arrival.run());
      }
    }
  }

  private void arrive(long startNanos, Duration delay) {
    if (System.nanoTime() - startNanos < delay.toNanos()) {
      early.incrementAndGet();
    }
    if (!(Thread.currentThread() instanceof NonBlocking)) {
      astray.incrementAndGet();
    }
    arrived.countDown();
  }
}
