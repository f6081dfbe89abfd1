package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WheelStatsTest {
  private final ManualClock clock = new ManualClock();

  @Test
  void stats_countWhatHappened() {
    WheelTimer timer = WheelTimer.builder().clock(clock).onFailure((timeout, e) -> {}).build();
    timer.newTimeout(timeout -> {}, 0, SECONDS);
    timer.newTimeout(timeout -> {}, 1, SECONDS);
    timer.newTimeout(
        timeout -> {
          throw new IllegalStateException("on purpose");
        },
        1,
        SECONDS);
    timer.newTimeout(timeout -> {}, 5, SECONDS).reschedule(6, SECONDS);
    timer.newTimeout(timeout -> {}, 5, SECONDS).cancel();
    clock.advance(Duration.ofSeconds(2));
    timer.stop();
    WheelStats stats = timer.stats();
    assertThat(stats.armed()).isEqualTo(5);
    assertThat(stats.fired()).isEqualTo(3);
    assertThat(stats.cancelled()).isEqualTo(2);
    assertThat(stats.rescheduled()).isEqualTo(1);
    assertThat(stats.failed()).isEqualTo(1);
    assertThat(stats.rejected()).isZero();
    assertThat(stats.wakeUps()).isPositive();
  }

  @Test
  void stats_lateness_isThatOfTheTick() {
    WheelTimer timer =
        WheelTimer.builder().clock(clock).tickDuration(Duration.ofNanos(1024)).build();
    for (int i = 1; i <= 1024; i++) {
      timer.newTimeout(timeout -> {}, i, NANOSECONDS);
    }
    clock.advance(Duration.ofNanos(1024));
    WheelStats stats = timer.stats();
    assertThat(stats.latenessMax()).isEqualTo(Duration.ofNanos(1023));
    assertThat(stats.latenessP50().toNanos()).isBetween(511L, 511 * 9 / 8L);
    assertThat(stats.latenessP99().toNanos()).isBetween(1012L, 1023L);
  }

  @Test
  void stats_lateness_ofTasksOnTheDriver_isThatOfEachAsItIsHandedOver() throws Exception {
    SteppingClock stepping = new SteppingClock();
    stepping.standStill();
    CountDownLatch ran = new CountDownLatch(100);
    try (WheelTimer timer =
        WheelTimer.builder().clock(stepping).taskExecutor(Runnable::run).build()) {
      for (int i = 0; i < 100; i++) {
        timer.newTimeout(
            timeout -> {
              stepping.move(MILLISECONDS.toNanos(20));
              ran.countDown();
            },
            1,
            MILLISECONDS);
      }
      stepping.move(MILLISECONDS.toNanos(3));
      ran.await();
      WheelStats stats = timer.stats();
      assertThat(stats.latenessMax()).isGreaterThanOrEqualTo(Duration.ofMillis(99 * 20));
      assertThat(stats.latenessP99()).isGreaterThanOrEqualTo(Duration.ofMillis(98 * 20));
      assertThat(stats.handedOnWithin()).containsEntry(Duration.ofMillis(50), 3L);
    }
  }

  @Test
  void stats_lateness_behindAQuickTaskAndASlowOne_isThatOfEach() throws Exception {
    SteppingClock stepping = new SteppingClock();
    stepping.standStill();
    CountDownLatch ran = new CountDownLatch(16);
    try (WheelTimer timer =
        WheelTimer.builder().clock(stepping).taskExecutor(Runnable::run).build()) {
      for (int i = 0; i < 16; i++) {
        long takes = i == 1 ? 3_000 : 0;
        timer.newTimeout(
            timeout -> {
              stepping.move(MILLISECONDS.toNanos(takes));
              ran.countDown();
            },
            1,
            MILLISECONDS);
      }
      stepping.move(MILLISECONDS.toNanos(3));
      ran.await();
      WheelStats stats = timer.stats();
      assertThat(stats.latenessMax()).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
      assertThat(stats.handedOnWithin()).containsEntry(Duration.ofMillis(50), 2L);
    }
  }

  @Test
  void stats_ofANewTimer_areZero() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    Map<Duration, Long> none = new LinkedHashMap<>();
    LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
        .forEach(millis -> none.put(Duration.ofMillis(millis), 0L));
    none.put(Duration.ofNanos(Long.MAX_VALUE), 0L);
    WheelStats zero =
        new WheelStats(
            0, 0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, none, none);
    none.clear(); // of which it took copies
    assertThat(timer.stats()).isEqualTo(zero);
  }

  @Test
  void stats_handedOnWithin_countsTheLateOnesSinceTheBeginning() {
    WheelTimer timer =
        WheelTimer.builder().clock(clock).tickDuration(Duration.ofSeconds(1)).build();
    for (int i = 1; i <= 3; i++) {
      timer.newTimeout(timeout -> {}, 1, NANOSECONDS);
      clock.advance(Duration.ofMinutes(3)); // late by a tick of 1.07 s at the most
    }
    Map<Duration, Long> within = timer.stats().handedOnWithin();
    assertThat(within)
        .containsEntry(Duration.ofMillis(1), 0L)
        .containsEntry(Duration.ofSeconds(2), 3L)
        .containsEntry(Duration.ofNanos(Long.MAX_VALUE), 3L);
    assertThat(List.copyOf(within.values())).isSorted();
  }

  @Test
  void stats_begunWithin_isTheTimeInTheExecutorOfOneIn16() {
    Deque<Runnable> held = new ArrayDeque<>();
    WheelTimer timer = WheelTimer.builder().clock(clock).taskExecutor(held::add).build();
    for (int i = 0; i < 17; i++) {
      timer.newTimeout(timeout -> {}, 1, SECONDS);
    }
    clock.advance(Duration.ofSeconds(2));
    assertThat(timer.stats().begunWithin().values()).containsOnly(0L);
    long begin = System.nanoTime();
    held.removeFirst().run();
    while (System.nanoTime() - begin < 2_000_000) {
      Thread.onSpinWait();
    }
    held.forEach(Runnable::run);
    assertThat(timer.stats().fired()).isEqualTo(17);
    Map<Duration, Long> within = timer.stats().begunWithin();
    assertThat(within.get(Duration.ofMillis(2))).isLessThanOrEqualTo(1);
    assertThat(within).containsEntry(Duration.ofNanos(Long.MAX_VALUE), 2L);
  }

  @Test
  void stats_begunWithin_ofARelay_isTheTimeInItsQueue() throws Exception {
    WheelTimer timer = WheelTimer.builder().clock(clock).taskExecutor(new Relay()).build();
    CountDownLatch ran = new CountDownLatch(40);
    for (int i = 0; i < 40; i++) {
      timer.newTimeout(timeout -> ran.countDown(), 1, SECONDS);
    }
    clock.advance(Duration.ofSeconds(2));
    ran.await();
    assertThat(timer.stats().begunWithin().get(Duration.ofNanos(Long.MAX_VALUE))).isBetween(1L, 3L);
  }

  @Test
  void stats_lateness_isThatOfTheLastOneToTwoMinutes() {
    WheelTimer timer =
        WheelTimer.builder().clock(clock).tickDuration(Duration.ofSeconds(1)).build();
    timer.newTimeout(timeout -> {}, 1, NANOSECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(timer.stats().latenessMax()).isGreaterThan(Duration.ofMillis(500));
    clock.advance(Duration.ofSeconds(100));
    assertThat(timer.stats().latenessMax()).isGreaterThan(Duration.ofMillis(500));
    clock.advance(Duration.ofSeconds(20));
    assertThat(timer.stats().latenessMax()).isZero();
    assertThat(timer.stats().latenessP99()).isZero();
    assertThat(timer.stats().fired()).isEqualTo(1);
  }

  /** A sample of so many serves all meters of one scrape, and no longer. */
  @Test
  void stats_ofVeryMany_areNewSoon() {
    WheelTimer timer = WheelTimer.builder().clock(clock).shards(1).build();
    List<Timeout> timeouts = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      timeouts.add(timer.newTimeout(timeout -> {}, 1, SECONDS));
    }
    assertThat(timer.stats().cancelled()).isLessThan(1_000);
    for (int i = 0; i < 40_000; i += 2) {
      timeouts.get(i).cancel();
    }
    while (timer.stats().cancelled() < 15_000) {
      Waiting.spin();
    }
    assertThat(timer.stats().cancelled()).isCloseTo(20_000, Percentage.withPercentage(10));
  }

  @Test
  void stats_limitRefuses_countsIt() {
    WheelTimer timer = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    timer.newTimeout(timeout -> {}, 1, SECONDS);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> timer.newTimeout(timeout -> {}, 1, SECONDS))
          .isInstanceOf(RejectedExecutionException.class);
    }
    assertThat(timer.stats().refused()).isEqualTo(3);
    assertThat(timer.stats().armed()).isEqualTo(1);
    assertThat(timer.stats().rejected()).isZero();
  }
}
