package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** What Reactor's contract demands of periodic tasks: items 13 to 15, on a real clock too. */
@Timeout(60)
class ContractPeriodicTest {
  private final ManualClock clock = new ManualClock();
  private final WheelScheduler scheduler =
      WheelScheduler.on(WheelTimer.builder().clock(clock).build());
  private final WheelScheduler real = WheelScheduler.create();
  private final List<Long> times = new ArrayList<>();

  @AfterEach
  void tidy() {
    real.dispose();
  }

  @Test
  void item13_runs_areDueAtTheInitialDelayPlusPeriods_andCatchUpWhenLate() {
    scheduler.schedulePeriodically(
        () -> {
          times.add(clock.nanoTime());
          if (times.size() == 1) {
            clock.advance(Duration.ofNanos(25)); // the first run takes that long
          }
        },
        5,
        10,
        NANOSECONDS);
    clock.advance(Duration.ofNanos(45));
    assertThat(times).containsExactly(5L, 30L, 30L, 35L, 45L);
  }

  @Test
  void item13_onARealClock_isNeverEarlyAndKeepsTheRate() throws Exception {
    long start = System.nanoTime();
    CountDownLatch runs = new CountDownLatch(20);
    AtomicInteger count = new AtomicInteger();
    AtomicBoolean early = new AtomicBoolean();
    real.schedulePeriodically(
        () -> {
          long due = MILLISECONDS.toNanos(10 + 5L * count.getAndIncrement());
          if (System.nanoTime() - start < due) {
            early.set(true);
          }
          runs.countDown();
        },
        10,
        5,
        MILLISECONDS);
    assertThat(runs.await(30, SECONDS)).isTrue();
    assertThat(early).isFalse();
  }

  @Test
  void item14_runs_neverOverlapAndSeeWhatTheLastOneWrote() throws Exception {
    for (Scheduler.Worker worker : new Scheduler.Worker[] {null, real.createWorker()}) {
      int[] plain = new int[1];
      AtomicBoolean inside = new AtomicBoolean();
      AtomicInteger wrong = new AtomicInteger();
      AtomicInteger count = new AtomicInteger();
      CountDownLatch runs = new CountDownLatch(200);
      Runnable task =
          () -> {
            if (!inside.compareAndSet(false, true) || plain[0]++ != count.getAndIncrement()) {
              wrong.incrementAndGet();
            }
            Thread.yield();
            inside.set(false);
            runs.countDown();
          };
      Disposable periodic =
          worker == null
              ? real.schedulePeriodically(task, 0, 10_000, NANOSECONDS)
              : worker.schedulePeriodically(task, 0, 10_000, NANOSECONDS);
      assertThat(runs.await(30, SECONDS)).isTrue();
      periodic.dispose();
      assertThat(wrong).hasValue(0);
    }
  }

  @Test
  void item15_initialDelayNotPositive_isAtOnce_onAFreshTimerToo() throws Exception {
    scheduler.schedulePeriodically(() -> times.add(clock.nanoTime()), -1, 10, NANOSECONDS);
    clock.advance(Duration.ofNanos(20));
    assertThat(times).containsExactly(0L, 10L, 20L);
    CountDownLatch direct = new CountDownLatch(3);
    real.schedulePeriodically(direct::countDown, 0, 1, MILLISECONDS);
    assertThat(direct.await(30, SECONDS)).isTrue();
    WheelScheduler fresh = WheelScheduler.create();
    CountDownLatch ofWorker = new CountDownLatch(3);
    fresh.createWorker().schedulePeriodically(ofWorker::countDown, 0, 1, MILLISECONDS);
    assertThat(ofWorker.await(30, SECONDS)).isTrue();
    fresh.dispose();
  }

  @Test
  void item15_periodNotPositive_isSubmittedAgainAfterEachRun() throws Exception {
    CountDownLatch runs = new CountDownLatch(1000);
    Disposable task = real.schedulePeriodically(runs::countDown, 0, 0, NANOSECONDS);
    Scheduler.Worker worker = real.createWorker();
    CountDownLatch busy = new CountDownLatch(1000);
    CountDownLatch between = new CountDownLatch(1);
    worker.schedulePeriodically(busy::countDown, 0, -1, NANOSECONDS);
    worker.schedule(between::countDown);
    assertThat(runs.await(30, SECONDS)).isTrue();
    assertThat(busy.await(30, SECONDS)).isTrue();
    assertThat(between.await(30, SECONDS)).isTrue(); // not a loop that keeps the Worker
    task.dispose();
    worker.dispose();
    real.disposeGracefully().block(Duration.ofSeconds(30));
  }
}
