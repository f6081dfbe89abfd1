package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Periodic tasks, of schedulers and of Workers, on a clock that the test moves and a real one. */
public abstract class PeriodicContract extends SchedulerContract {
  private final List<Taker> takers = List.of(scheduler, scheduler.createWorker());
  private final List<Taker> realTakers = List.of(real, real.createWorker());
  private final List<Long> times = new ArrayList<>();

  protected PeriodicContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  @Test
  void runs_keepAFixedRateUntilDisposed() {
    for (Taker taker : takers) {
      long start = clock.nanoTime();
      times.clear();
      Handle task =
          accepted(
              taker.schedulePeriodically(
                  () -> times.add(clock.nanoTime() - start), 5, 10, NANOSECONDS));
      clock.advance(Duration.ofNanos(30));
      assertThat(times).containsExactly(5L, 15L, 25L);
      assertThat(task.isDisposed()).isFalse();
      task.dispose();
      assertThat(timer.pendingTimeouts()).isZero();
      clock.advance(Duration.ofDays(1));
      assertThat(times).hasSize(3);
    }
  }

  @Test
  void runs_catchUpOneByOneWhenLate() {
    for (Taker taker : takers) {
      long start = clock.nanoTime();
      times.clear();
      Handle task =
          accepted(
              taker.schedulePeriodically(
                  () -> {
                    times.add(clock.nanoTime() - start);
                    if (times.size() == 1) {
                      clock.advance(Duration.ofNanos(25)); // the first run takes that long
                    }
                  },
                  5,
                  10,
                  NANOSECONDS));
      clock.advance(Duration.ofNanos(45));
      assertThat(times).containsExactly(5L, 30L, 30L, 35L, 45L);
      task.dispose();
    }
  }

  @Test
  void runs_afterALongPause_areAllMadeUp_whateverTheTimeOfDay() {
    for (Taker taker : takers) {
      AtomicInteger runs = new AtomicInteger();
      Handle task = accepted(taker.schedulePeriodically(runs::incrementAndGet, 1, 1, MINUTES));
      clock.advance(Duration.ofMinutes(1));
      clock.advance(Duration.ofHours(2));
      assertThat(runs).hasValue(121);
      clock.advance(Duration.ofMinutes(1));
      assertThat(runs).hasValue(122);
      task.dispose();
    }
  }

  @Test
  void runs_onARealClock_areNeverEarlyAndKeepTheRate() {
    for (Taker taker : realTakers) {
      long start = System.nanoTime();
      CountDownLatch runs = new CountDownLatch(20);
      AtomicInteger count = new AtomicInteger();
      AtomicBoolean early = new AtomicBoolean();
      Handle task =
          accepted(
              taker.schedulePeriodically(
                  () -> {
                    long due = MILLISECONDS.toNanos(10 + 5L * count.getAndIncrement());
                    if (System.nanoTime() - start < due) {
                      early.set(true);
                    }
                    runs.countDown();
                  },
                  10,
                  5,
                  MILLISECONDS));
      await(runs);
      task.dispose();
      assertThat(early).isFalse();
    }
  }

  @Test
  void runs_neverOverlapAndSeeWhatTheLastOneWrote() {
    for (Taker taker : realTakers) {
      int[] plain = new int[1];
      AtomicBoolean inside = new AtomicBoolean();
      AtomicInteger wrong = new AtomicInteger();
      AtomicInteger count = new AtomicInteger();
      CountDownLatch runs = new CountDownLatch(200);
      Runnable run =
          () -> {
            if (!inside.compareAndSet(false, true) || plain[0]++ != count.getAndIncrement()) {
              wrong.incrementAndGet();
            }
            if (runs.getCount() > 0) { // then it catches up, or an inline call would never return
              Thread.yield();
            }
            inside.set(false);
            runs.countDown();
          };
      Handle task = accepted(taker.schedulePeriodically(run, 0, 10_000, NANOSECONDS));
      await(runs);
      task.dispose();
      assertThat(wrong).hasValue(0);
    }
  }

  @Test
  void initialDelayNotPositive_isAtOnce_onAFreshTimerToo() {
    for (Taker taker : takers) {
      long start = clock.nanoTime();
      times.clear();
      Handle task =
          accepted(
              taker.schedulePeriodically(
                  () -> times.add(clock.nanoTime() - start), -1, 10, NANOSECONDS));
      clock.advance(Duration.ofNanos(20));
      assertThat(times).containsExactly(0L, 10L, 20L);
      task.dispose();
    }
    for (boolean ofWorker : new boolean[] {false, true}) {
      Subject fresh = ecosystem.own();
      CountDownLatch runs = new CountDownLatch(3);
      Taker taker = ofWorker ? fresh.createWorker() : fresh;
      taker.schedulePeriodically(runs::countDown, 0, 1, MILLISECONDS);
      await(runs);
      fresh.dispose();
    }
  }

  @Test
  void periodNotPositive_isSubmittedAgainAfterEachRun() {
    CountDownLatch runs = new CountDownLatch(1000);
    Handle task = accepted(real.schedulePeriodically(runs::countDown, 0, 0, NANOSECONDS));
    Taker worker = real.createWorker();
    CountDownLatch busy = new CountDownLatch(1000);
    CountDownLatch between = new CountDownLatch(1);
    worker.schedulePeriodically(busy::countDown, 0, -1, NANOSECONDS);
    worker.schedule(between::countDown);
    await(runs);
    await(busy);
    await(between); // not a loop that keeps the Worker
    task.dispose();
    worker.dispose();
  }

  @Test
  void periodNotPositive_disposedByItsOwnWorker_stops() {
    Taker worker = scheduler.createWorker();
    AtomicInteger runs = new AtomicInteger();
    worker.schedulePeriodically(
        () -> {
          if (runs.incrementAndGet() == 1000) {
            worker.dispose();
          }
        },
        0,
        0,
        NANOSECONDS);
    assertThat(runs).hasValue(1000);
  }

  @Test
  void disposedByItself_stops() {
    for (Taker taker : takers) {
      ran.clear();
      AtomicReference<Handle> task = new AtomicReference<>();
      task.set(
          accepted(
              taker.schedulePeriodically(
                  () -> {
                    ran.add("once");
                    accepted(task.get()).dispose();
                  },
                  10,
                  10,
                  NANOSECONDS)));
      clock.advance(Duration.ofDays(1));
      assertThat(ran).containsExactly("once");
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }
}
