package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future.State;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@code scheduleAtFixedRate} and {@code scheduleWithFixedDelay}. */
interface PeriodContract extends Fixture {
  /** Both kinds, where they promise the same. */
  private List<ScheduledFuture<?>> both(Runnable task, long initialMillis, long millis) {
    return List.of(
        executor().scheduleAtFixedRate(task, initialMillis, millis, MILLISECONDS),
        executor().scheduleWithFixedDelay(task, initialMillis, millis, MILLISECONDS));
  }

  @Test
  default void fixedRate_run_neverBeforeInitialDelayPlusItsPeriods() throws Exception {
    List<Long> starts = new CopyOnWriteArrayList<>();
    CountDownLatch runs = new CountDownLatch(6);
    long start = System.nanoTime();
    ScheduledFuture<?> future =
        executor()
            .scheduleAtFixedRate(
                () -> {
                  starts.add(System.nanoTime() - start);
                  runs.countDown();
                },
                20,
                7,
                MILLISECONDS);
    await(runs);
    future.cancel(false);
    for (int n = 0; n < 6; n++) {
      assertThat(starts.get(n)).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(20 + n * 7));
    }
  }

  @Test
  default void fixedRate_runLongerThanItsPeriod_theMissedOnesFollowAtOnce() throws Exception {
    int missed = 5;
    long periodMillis = 60;
    CountDownLatch late = new CountDownLatch(1);
    List<Long> ends = new CopyOnWriteArrayList<>();
    CountDownLatch runs = new CountDownLatch(1 + missed);
    ScheduledFuture<?> future =
        executor()
            .scheduleAtFixedRate(
                Fixture.unchecked(
                    () -> {
                      await(late);
                      ends.add(System.nanoTime());
                      runs.countDown();
                      return null;
                    }),
                0,
                periodMillis,
                MILLISECONDS);
    ScheduledFuture<?> opens =
        executor().schedule(late::countDown, missed * periodMillis, MILLISECONDS);
    await(runs);
    get(opens);
    future.cancel(false);
    // Counted from the end of the first run, each of them would be a period later than the last.
    assertThat(ends.get(missed) - ends.get(0))
        .isLessThan(MILLISECONDS.toNanos(missed * periodMillis));
  }

  @Test
  default void fixedDelay_run_neverBeforeTheDelayAfterTheLastEnded() throws Exception {
    List<Long> starts = new CopyOnWriteArrayList<>();
    List<Long> ends = new CopyOnWriteArrayList<>();
    CountDownLatch runs = new CountDownLatch(4);
    long start = System.nanoTime();
    ScheduledFuture<?> future =
        executor()
            .scheduleWithFixedDelay(
                Fixture.unchecked(
                    () -> {
                      starts.add(System.nanoTime());
                      takeLongerThan(9);
                      runs.countDown();
                      ends.add(System.nanoTime());
                      return null;
                    }),
                12,
                8,
                MILLISECONDS);
    await(runs);
    future.cancel(false);
    assertThat(starts.get(0) - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(12));
    for (int n = 1; n < 4; n++) {
      assertThat(starts.get(n) - ends.get(n - 1)).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(8));
    }
  }

  /** Lets the executor itself say when the time has passed. */
  private void takeLongerThan(long millis) throws Exception {
    get(executor().schedule(() -> {}, millis, MILLISECONDS));
  }

  @Test
  default void periodic_runLongerThanItsPeriod_neverTwoAtOnce() throws Exception {
    AtomicBoolean overlapped = new AtomicBoolean();
    CountDownLatch runs = new CountDownLatch(6);
    AtomicInteger inside = new AtomicInteger();
    ScheduledFuture<?> future =
        executor()
            .scheduleAtFixedRate(
                Fixture.unchecked(
                    () -> {
                      if (inside.incrementAndGet() > 1) {
                        overlapped.set(true);
                      }
                      takeLongerThan(5);
                      inside.decrementAndGet();
                      runs.countDown();
                      return null;
                    }),
                0,
                1,
                MILLISECONDS);
    await(runs);
    future.cancel(false);
    assertThat(overlapped).isFalse();
  }

  @Test
  default void periodic_betweenRuns_isNotDone() throws Exception {
    CountDownLatch runs = new CountDownLatch(6);
    for (ScheduledFuture<?> future : both(runs::countDown, 0, 2)) {
      assertThatThrownBy(() -> future.get(5, MILLISECONDS)).isInstanceOf(TimeoutException.class);
      assertThat(future.isDone()).isFalse();
      assertThat(future.state()).isEqualTo(State.RUNNING);
    }
    await(runs);
  }

  @Test
  default void periodic_afterARun_getDelayIsThatToTheNext() throws Exception {
    for (ScheduledFuture<?> future :
        List.of(
            executor().scheduleAtFixedRate(() -> {}, 0, 1, HOURS),
            executor().scheduleWithFixedDelay(() -> {}, 0, 1, HOURS))) {
      eventually(() -> future.getDelay(NANOSECONDS) > HOURS.toNanos(1) / 2);
      assertThat(future.getDelay(NANOSECONDS)).isLessThanOrEqualTo(HOURS.toNanos(1));
    }
  }

  @Test
  default void fixedRate_throws_endsAndTheFutureSaysSo() throws Exception {
    Throwing task = new Throwing(3);
    task.assertEnded(this, executor().scheduleAtFixedRate(task, 0, 1, MILLISECONDS));
  }

  @Test
  default void fixedDelay_throws_endsAndTheFutureSaysSo() throws Exception {
    Throwing task = new Throwing(3);
    task.assertEnded(this, executor().scheduleWithFixedDelay(task, 0, 1, MILLISECONDS));
  }

  /** Throws at its last run. */
  final class Throwing implements Runnable {
    private final AtomicInteger runs = new AtomicInteger();
    private final IllegalStateException failure = new IllegalStateException("on purpose");
    private final int last;

    Throwing(int last) {
      this.last = last;
    }

    @Override
    public void run() {
      if (runs.incrementAndGet() == last) {
        throw failure;
      }
    }

    void assertEnded(PeriodContract contract, ScheduledFuture<?> future) throws Exception {
      assertThatThrownBy(() -> contract.get(future))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isSameAs(failure);
      assertThat(future.isDone()).isTrue();
      assertThat(future.isCancelled()).isFalse();
      assertThat(future.state()).isEqualTo(State.FAILED);
      assertThat(future.exceptionNow()).isSameAs(failure);
      contract.takeLongerThan(10);
      assertThat(runs).hasValue(last);
    }
  }

  @Test
  default void periodic_longestPeriod_runsOnceAndWaits() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Runnable task = runs::incrementAndGet;
    for (ScheduledFuture<?> future :
        List.of(
            executor().scheduleAtFixedRate(task, 0, Long.MAX_VALUE, DAYS),
            executor().scheduleWithFixedDelay(task, 0, Long.MAX_VALUE, DAYS))) {
      eventually(() -> future.getDelay(DAYS) > 100 * 365);
    }
    takeLongerThan(5);
    assertThat(runs).hasValue(2);
  }

  @Test
  default void periodic_longestInitialDelay_waits() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    for (ScheduledFuture<?> future : both(runs::incrementAndGet, Long.MAX_VALUE, 1)) {
      assertThat(future.getDelay(DAYS)).isGreaterThan(100 * 365);
    }
    takeLongerThan(5);
    assertThat(runs).hasValue(0);
  }

  @Test
  default void periodic_negativeInitialDelay_startsAtOnce() throws Exception {
    CountDownLatch runs = new CountDownLatch(2);
    for (ScheduledFuture<?> future : both(runs::countDown, Long.MIN_VALUE, 1_000_000)) {
      assertThat(future.isDone()).isFalse();
    }
    await(runs);
  }
}
