package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver thread on the real clock. Bounds are generous; only "early" and "lost" are exact. */
class RealClockTest {

  /** One shard makes every producer meet the others in the inbox; 64 keep them apart. */
  @ParameterizedTest
  @ValueSource(ints = {1, 64})
  void severalProducers_armAndCancel_nothingIsEarlyLostOrRunTwice(int shards) throws Exception {
    int producers = 4;
    int each = 50_000;
    AtomicIntegerArray runs = new AtomicIntegerArray(producers * each);
    AtomicIntegerArray cancelled = new AtomicIntegerArray(producers * each);
    AtomicInteger early = new AtomicInteger();
    AtomicInteger open = new AtomicInteger(producers * each);
    try (WheelTimer timer = WheelTimer.builder().shards(shards).build()) {
      List<Thread> threads = new ArrayList<>();
      for (int p = 0; p < producers; p++) {
        int from = p * each;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      Random random = new Random(from);
                      List<io.loomwheel.Timeout> held = new ArrayList<>();
                      for (int i = from; i < from + each; i++) {
                        int id = i;
                        long delay = random.nextInt(200_000_000);
                        long start = System.nanoTime();
                        held.add(
                            timer.newTimeout(
                                timeout -> {
                                  if (System.nanoTime() - start < delay) {
                                    early.incrementAndGet();
                                  }
                                  runs.incrementAndGet(id);
                                  open.decrementAndGet();
                                },
                                delay,
                                NANOSECONDS));
                        if (i % 3 == 0) {
                          int victim = random.nextInt(held.size());
                          if (held.get(victim).cancel()) {
                            cancelled.incrementAndGet(from + victim);
                            open.decrementAndGet();
                          }
                        }
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      awaitUntil(() -> open.get() == 0);
      assertThat(early).hasValue(0);
      for (int i = 0; i < runs.length(); i++) {
        assertThat(runs.get(i) + cancelled.get(i)).as("timeout %s", i).isEqualTo(1);
      }
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void stop_whileProducersArm_everyTimeoutIsRunReturnedOrRejected() throws Exception {
    for (int round = 0; round < 10; round++) {
      WheelTimer timer = WheelTimer.builder().shards(4).build();
      AtomicInteger accepted = new AtomicInteger();
      AtomicInteger ran = new AtomicInteger();
      CountDownLatch running = new CountDownLatch(4);
      List<Thread> threads = new ArrayList<>();
      for (int p = 0; p < 4; p++) {
        int seed = p;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      Random random = new Random(seed);
                      try {
                        for (int i = 0; ; i++) {
                          timer.newTimeout(
                              timeout -> ran.incrementAndGet(),
                              random.nextInt(5_000_000),
                              NANOSECONDS);
                          accepted.incrementAndGet();
                          if (i == 1000) {
                            running.countDown();
                          }
                        }
                      } catch (RejectedExecutionException stopped) {
                        // as it should
                      }
                    }));
      }
      running.await();
      int returned = timer.stop().size();
      for (Thread thread : threads) {
        thread.join();
      }
      awaitUntil(() -> ran.get() + returned >= accepted.get());
      assertThat(ran.get() + returned).isEqualTo(accepted.get());
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void tasks_runOnVirtualThreads_andTheDriverIsALazyDaemon() throws Exception {
    AtomicReference<Thread> driver = new AtomicReference<>();
    WheelTimer timer =
        WheelTimer.builder()
            .threadFactory(
                run -> {
                  Thread thread = Thread.ofPlatform().daemon().unstarted(run);
                  driver.set(thread);
                  return thread;
                })
            .build();
    assertThat(driver.get()).isNull();
    AtomicReference<Thread> ranOn = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    timer.schedule(
        () -> {
          ranOn.set(Thread.currentThread());
          ran.countDown();
        },
        Duration.ofMillis(1));
    assertThat(ran.await(10, SECONDS)).isTrue();
    assertThat(ranOn.get()).matches(RealClockTest::isOfTheRelay);
    assertThat(driver.get().isAlive()).isTrue();
    timer.stop();
    assertThat(driver.get().isAlive()).isFalse();
  }

  @Test
  void stop_fromTheDriverThread_isRefused_andTheTimerGoesOn() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    try (WheelTimer timer =
        WheelTimer.builder()
            .taskExecutor(Runnable::run)
            .onFailure((timeout, e) -> failure.set(e))
            .build()) {
      timer.newTimeout(timeout -> timeout.timer().stop(), 1, MILLISECONDS);
      timer.newTimeout(timeout -> ran.countDown(), 20, MILLISECONDS);
      assertThat(ran.await(10, SECONDS)).isTrue();
      assertThat(failure.get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("driver thread");
    }
  }

  @Test
  void stop_callerInterrupted_restoresTheInterrupt() {
    WheelTimer timer = WheelTimer.create();
    timer.newTimeout(timeout -> {}, 1, DAYS);
    Thread.currentThread().interrupt();
    Set<io.loomwheel.Timeout> left = timer.stop();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(left).hasSize(1);
  }

  @Test
  void stepBackOfTheClock_delaysNothingForLong_andFiresNothingEarly() throws Exception {
    AtomicLong offset = new AtomicLong();
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    AtomicLong ranAt = new AtomicLong();
    try (WheelTimer timer =
        WheelTimer.builder().clock(() -> System.nanoTime() + offset.get()).build()) {
      timer.newTimeout(timeout -> first.countDown(), 1, MILLISECONDS);
      assertThat(first.await(10, SECONDS)).isTrue();
      offset.set(-MILLISECONDS.toNanos(50));
      long armedAt = System.nanoTime();
      timer.newTimeout(
          timeout -> {
            ranAt.set(System.nanoTime());
            second.countDown();
          },
          20,
          MILLISECONDS);
      assertThat(second.await(10, SECONDS)).isTrue();
      assertThat(ranAt.get() - armedAt).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(20));
    }
  }

  private static void awaitUntil(java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + SECONDS.toNanos(30);
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  /** On a busy machine the relay's tasks may be rescued, by threads of that name. */
  private static boolean isOfTheRelay(Thread thread) {
    return thread.isVirtual() || thread.getName().equals("loomwheel-rescue");
  }

  @Test
  void newTimeout_withoutDelayFromATaskWithoutDelay_goesOnWithoutRecursion() throws Exception {
    try (WheelTimer timer = WheelTimer.builder().taskExecutor(Runnable::run).build()) {
      CountDownLatch runs = new CountDownLatch(100_000);
      TimerTask again =
          new TimerTask() {
            @Override
            public void run(Timeout timeout) {
              runs.countDown();
              if (runs.getCount() > 0) {
                timeout.timer().newTimeout(this, 0, MILLISECONDS);
              }
            }
          };
      timer.newTimeout(again, 0, MILLISECONDS);
      assertThat(runs.await(60, SECONDS)).isTrue();
      assertThat(timer.stats().failed()).isZero();
    }
  }
}
