package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real driver on a clock that stands still, leaps or steps back. */
class UnsteadyClockTest {
  private final SteppingClock clock = new SteppingClock();
  private final WheelTimer timer = timer().build();

  /** Paces the tests: it runs on the JVM's own clock. */
  private final WheelTimer steady = WheelTimer.create();

  private WheelTimer.Builder timer() {
    return WheelTimer.builder().name("stepping").clock(clock).taskExecutor(Runnable::run);
  }

  @AfterEach
  void stop() {
    timer.stop();
    steady.stop();
  }

  private void waitFor(long millis) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    steady.newTimeout(timeout -> over.countDown(), millis, MILLISECONDS);
    assertThat(over.await(60, SECONDS)).isTrue();
  }

  @Test
  void clockStandsStill_nothingFires_andTheDriverHardlyLooks() throws Exception {
    clock.standStill();
    CountDownLatch ran = new CountDownLatch(2);
    timer.newTimeout(timeout -> ran.countDown(), 1, MILLISECONDS);
    timer.newTimeout(timeout -> ran.countDown(), 1_000, MILLISECONDS);
    long before = timer.stats().wakeUps();
    waitFor(500);
    assertThat(ran.getCount()).isEqualTo(2);
    assertThat(timer.stats().wakeUps() - before).isLessThan(100);
    clock.move(SECONDS.toNanos(2));
    assertThat(ran.await(60, SECONDS)).isTrue();
  }

  /** What is left until the tick begins is nanoseconds, and a sleep of those is none. */
  @Test
  void clockStandsStillJustBeforeADeadline_theDriverDoesNotSpin() throws Exception {
    clock.standStill();
    CountDownLatch ran = new CountDownLatch(1);
    long tick = timer.tickDuration().toNanos();
    timer.schedule(ran::countDown, Duration.ofNanos(10 * tick));
    clock.move(timer.nanosToNextExpiry().orElseThrow() - 1);
    waitFor(50);
    long reads = clock.driverReads();
    waitFor(500);
    assertThat(ran.getCount()).isEqualTo(1);
    assertThat(clock.driverReads() - reads).isBetween(1L, 500L);
    clock.move(1);
    assertThat(ran.await(60, SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 512})
  void clockLeapsAYear_whatIsDueFiresOnceAndInOrder_andNoTickIsWalked(int ring) throws Exception {
    WheelTimer.Builder builder = timer().shards(1);
    WheelTimer leaping = (ring == 0 ? builder : builder.hashed(ring)).build();
    try (leaping) {
      clock.standStill();
      List<Integer> ran = new CopyOnWriteArrayList<>();
      CountDownLatch due = new CountDownLatch(364);
      for (int day = 728; day > 0; day--) {
        int armedFor = day;
        leaping.newTimeout(
            timeout -> {
              ran.add(armedFor);
              due.countDown();
            },
            day,
            DAYS);
      }
      long before = leaping.stats().wakeUps();
      clock.move(leaping.tickDuration().toNanos() + DAYS.toNanos(364));
      assertThat(due.await(60, SECONDS)).isTrue();
      waitFor(50);
      assertThat(ran).hasSize(364).isSorted();
      assertThat(leaping.stats().wakeUps() - before).isLessThan(100);
      assertThat(leaping.stop()).hasSize(364);
    }
  }

  @Test
  void clockLeapsWhileTheDriverSleeps_whatIsArmedAfterwardsDoesNotWaitForItsNextDeadline()
      throws Exception {
    timer.newTimeout(timeout -> {}, 1, HOURS);
    waitFor(50);
    clock.move(MINUTES.toNanos(59));
    CountDownLatch ran = new CountDownLatch(1);
    timer.newTimeout(timeout -> ran.countDown(), 2, HOURS);
    clock.move(HOURS.toNanos(2));
    assertThat(ran.await(30, SECONDS)).isTrue();
  }

  @Test
  void clockStepsBack_nothingIsLostOrEarly_andTimeGoesOnOnceItHasCaughtUp() throws Exception {
    clock.standStill();
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch both = new CountDownLatch(2);
    timer.newTimeout(timeout -> first.countDown(), 10, SECONDS);
    clock.move(SECONDS.toNanos(11)); // the driver acts on this
    assertThat(first.await(60, SECONDS)).isTrue();
    timer.newTimeout(timeout -> count(ran, both), 5, SECONDS);
    clock.move(-SECONDS.toNanos(8));
    timer.newTimeout(timeout -> count(ran, both), 5, SECONDS); // from the latest time, not from now
    clock.move(SECONDS.toNanos(12)); // four seconds after the latest
    waitFor(1_500);
    assertThat(ran).hasValue(0);
    clock.move(SECONDS.toNanos(2));
    assertThat(both.await(60, SECONDS)).isTrue();
    assertThat(ran).hasValue(2);
  }

  private static void count(AtomicInteger ran, CountDownLatch latch) {
    ran.incrementAndGet();
    latch.countDown();
  }
}
