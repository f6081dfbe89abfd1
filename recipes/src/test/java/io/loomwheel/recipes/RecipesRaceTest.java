package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that touch, pause and cancel at random while all falls due; on the real clock. */
class RecipesRaceTest {
  private static final int THREADS = 3;
  private static final int COUNT = 100;
  private static final int DEEDS = 20_000;
  private static final Duration SHORT = Duration.ofMillis(2);

  private final List<Throwable> failures = new ArrayList<>();
  private final WheelTimer timer =
      WheelTimer.builder()
          .onFailure(
              (timeout, cause) -> {
                synchronized (failures) {
                  failures.add(cause);
                }
              })
          .build();

  @AfterEach
  void stop() {
    timer.stop();
    assertThat(failures).isEmpty();
  }

  private static void inParallel(IntConsumer job) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads.add(Thread.ofPlatform().start(() -> job.accept(number)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /**
   * Whatever happened before: who is touched last is notified once more, and nothing is left over.
   */
  @Test
  void idleTimeouts_touchedPausedAndResumedAtRandom_areNotifiedInTheEnd() throws Exception {
    List<IdleTimeout> idles = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      idles.add(IdleTimeout.start(timer, SHORT, idle -> {}));
    }
    inParallel(
        number -> {
          Random random = new Random(number);
          for (int i = 0; i < DEEDS; i++) {
            IdleTimeout idle = idles.get(random.nextInt(COUNT));
            switch (random.nextInt(8)) {
              case 0 -> idle.pause();
              case 1, 2 -> idle.resume();
              default -> idle.touch();
            }
          }
        });
    for (IdleTimeout idle : idles) {
      idle.resume();
    }
    await(() -> idles.stream().allMatch(IdleTimeout::isIdle));
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void heartbeats_readAndWrittenAtRandom_areLostInTheEnd_once() throws Exception {
    AtomicInteger[] losses = new AtomicInteger[COUNT];
    List<HeartbeatTask> tasks = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      AtomicInteger lost = new AtomicInteger();
      losses[i] = lost;
      TestChannel channel = new TestChannel(() -> {}, unanswered -> lost.incrementAndGet());
      tasks.add(HeartbeatTask.start(timer, SHORT, 50, channel));
    }
    inParallel(
        number -> {
          Random random = new Random(number);
          for (int i = 0; i < DEEDS; i++) {
            HeartbeatTask task = tasks.get(random.nextInt(COUNT));
            if (random.nextBoolean()) {
              task.read();
            } else {
              task.write();
            }
          }
        });
    await(() -> Arrays.stream(losses).allMatch(lost -> lost.get() > 0));
    assertThat(losses).allMatch(lost -> lost.get() == 1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void retries_cancelledAtRandom_neverOverlap_andLeaveNothing() throws Exception {
    AtomicInteger overlaps = new AtomicInteger();
    List<CompletableFuture<Integer>> futures = new ArrayList<>();
    RetryTask retry =
        RetryTask.on(timer).attempts(1000).backoff(Backoff.exponential(SHORT, SHORT)).build();
    for (int i = 0; i < COUNT; i++) {
      AtomicInteger inside = new AtomicInteger();
      futures.add(
          retry.start(
              () -> {
                if (inside.incrementAndGet() > 1) {
                  overlaps.incrementAndGet();
                }
                try {
                  Thread.yield();
                  throw new IOException("on purpose");
                } finally {
                  inside.decrementAndGet();
                }
              }));
    }
    CountDownLatch later = new CountDownLatch(1);
    timer.schedule(later::countDown, Duration.ofMillis(30));
    assertThat(later.await(60, SECONDS)).isTrue();
    inParallel(number -> futures.forEach(future -> future.cancel(true)));
    await(() -> timer.pendingTimeouts() == 0);
    assertThat(futures).allMatch(CompletableFuture::isCancelled);
    assertThat(overlaps).hasValue(0);
  }

  @Test
  void leases_cancelledAsTheyAreLost_areEither() throws Exception {
    for (int round = 0; round < COUNT; round++) {
      AtomicInteger losses = new AtomicInteger();
      Callable<Boolean> failing =
          () -> {
            throw new IOException("on purpose");
          };
      LeaseRenewal renewal =
          LeaseRenewal.of(timer, SHORT, new TestLease(failing, why -> losses.incrementAndGet()));
      renewal.start();
      CountDownLatch due = new CountDownLatch(1);
      timer.schedule(due::countDown, SHORT);
      assertThat(due.await(60, SECONDS)).isTrue();
      AtomicInteger cancelled = new AtomicInteger();
      inParallel(number -> cancelled.addAndGet(renewal.cancel() ? 1 : 0));
      assertThat(cancelled.get()).isIn(0, THREADS);
      await(() -> timer.pendingTimeouts() == 0);
      if (cancelled.get() > 0) {
        assertThat(losses).hasValue(0);
      }
    }
  }

  /** A timer of its own paces the wait, so that this one can be seen to hold nothing. */
  private static void await(BooleanSupplier condition) throws InterruptedException {
    try (WheelTimer pace = WheelTimer.create()) {
      while (!condition.getAsBoolean()) {
        CountDownLatch moment = new CountDownLatch(1);
        pace.schedule(moment::countDown, Duration.ofMillis(5));
        assertThat(moment.await(60, SECONDS)).isTrue();
      }
    }
  }
}
