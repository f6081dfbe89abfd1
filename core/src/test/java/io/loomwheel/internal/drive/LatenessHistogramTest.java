package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LatenessHistogramTest {
  private final LatenessHistogram lateness = new LatenessHistogram();

  static LongStream values() {
    LongStream aroundPowers =
        LongStream.range(3, 62).flatMap(k -> LongStream.rangeClosed((1L << k) - 2, (1L << k) + 2));
    return LongStream.concat(LongStream.range(0, 130), aroundPowers);
  }

  @ParameterizedTest
  @MethodSource("values")
  void quantile_anyValue_isNotBelowItAndAtMostAnEighthAbove(long value) {
    lateness.record(Long.MAX_VALUE);
    lateness.record(value);
    assertThat(lateness.quantileNanos(0.5, 0)).isBetween(value, value + value / 8);
  }

  @Test
  void quantile_ofNone_isZero() {
    assertThat(lateness.quantileNanos(0.5, 0)).isZero();
    assertThat(lateness.quantileNanos(1, 0)).isZero();
    assertThat(lateness.quantileNanos(1, 0)).isZero();
  }

  @Test
  void quantile_isWhatThatShareDidNotExceed() {
    for (int i = 0; i < 99; i++) {
      lateness.record(5);
    }
    lateness.record(7_000);
    assertThat(lateness.quantileNanos(0.5, 0)).isEqualTo(5);
    assertThat(lateness.quantileNanos(0.99, 0)).isEqualTo(5);
    assertThat(lateness.quantileNanos(0.991, 0)).isEqualTo(7_000);
    assertThat(lateness.quantileNanos(1, 0)).isEqualTo(7_000);
  }

  @Test
  void quantile_isNeverAboveTheGreatestRecorded() {
    lateness.record(1025);
    assertThat(lateness.quantileNanos(0.5, 0)).isEqualTo(1025);
  }

  @Test
  void record_aheadOfTime_countsAsOnTime() {
    lateness.record(-5);
    assertThat(lateness.quantileNanos(1, 0)).isZero();
    assertThat(lateness.quantileNanos(1, 0)).isZero();
  }

  @Test
  void add_byAnyThread_isCountedUpToItsBound() {
    lateness.add(-1);
    lateness.add(7);
    lateness.add(8);
    assertThat(lateness.countsUpTo(new long[] {0, 7, Long.MAX_VALUE})).containsExactly(1, 2, 3);
    assertThat(lateness.quantileNanos(1, 0)).isZero();
  }

  /** Otherwise what found none would never be counted as fired. */
  @Test
  void record_andAdd_takeNoMemory() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getCurrentThreadAllocatedBytes(); // loads what it needs
    LatenessHistogram times = new LatenessHistogram();
    long before = threads.getCurrentThreadAllocatedBytes();
    times.record(1);
    times.add(1);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
  }

  @Test
  void maxNanos_isTheGreatestRecorded() {
    lateness.record(10);
    lateness.record(1_000_000);
    lateness.record(20);
    assertThat(lateness.quantileNanos(1, 0)).isEqualTo(1_000_000);
  }

  @Test
  void lateness_ofTheMinuteBefore_countsWithThisOne() {
    lateness.record(10);
    lateness.roll(LatenessHistogram.WINDOW_NANOS);
    lateness.record(20);
    long now = 2 * LatenessHistogram.WINDOW_NANOS - 1;
    assertThat(lateness.quantileNanos(0.5, now)).isEqualTo(10);
    assertThat(lateness.quantileNanos(1, now)).isEqualTo(20);
  }

  @Test
  void lateness_greaterInTheMinuteBefore_countsUntilThisOneIsOver() {
    lateness.record(1_000);
    lateness.roll(LatenessHistogram.WINDOW_NANOS);
    lateness.record(20);
    long within = 2 * LatenessHistogram.WINDOW_NANOS - 1;
    assertThat(lateness.quantileNanos(1, within)).isEqualTo(1_000);
    assertThat(lateness.quantileNanos(1, within)).isEqualTo(1_000);
    assertThat(lateness.quantileNanos(1, within + 1)).isEqualTo(20);
    assertThat(lateness.quantileNanos(1, within + 1)).isEqualTo(20);
  }

  @Test
  void lateness_smallerInTheMinuteBefore_countsUntilThisOneIsOver() {
    for (int i = 0; i < 3; i++) {
      lateness.record(10);
    }
    lateness.roll(LatenessHistogram.WINDOW_NANOS);
    lateness.record(20);
    long within = 2 * LatenessHistogram.WINDOW_NANOS - 1;
    assertThat(lateness.quantileNanos(0.5, within)).isEqualTo(10);
    assertThat(lateness.quantileNanos(0.5, within + 1)).isEqualTo(20);
  }

  /** Otherwise the one before would be up to two minutes long, and count for three. */
  @Test
  void roll_longAfterTheMinuteWasOver_theNextBeganAsItEnded() {
    lateness.record(1_000);
    long late = 2 * LatenessHistogram.WINDOW_NANOS - 1;
    lateness.roll(late);
    lateness.record(20);
    assertThat(lateness.quantileNanos(1, late)).isEqualTo(1_000);
    assertThat(lateness.quantileNanos(1, late + 1)).isEqualTo(20);
    assertThat(lateness.quantileNanos(0.5, late + 1)).isEqualTo(20);
  }

  @Test
  void roll_afterTwoMinutes_keepsNothingOfBefore() {
    lateness.record(1_000);
    long now = 2 * LatenessHistogram.WINDOW_NANOS;
    lateness.roll(now);
    lateness.record(7);
    assertThat(lateness.quantileNanos(1, now)).isEqualTo(7);
    assertThat(lateness.quantileNanos(0.5, now)).isEqualTo(7);
  }

  @Test
  void lateness_olderThanTwoMinutes_countsNoMore() {
    lateness.record(1_000);
    lateness.roll(LatenessHistogram.WINDOW_NANOS);
    lateness.record(6);
    lateness.roll(2 * LatenessHistogram.WINDOW_NANOS);
    lateness.record(7);
    long now = 2 * LatenessHistogram.WINDOW_NANOS;
    assertThat(lateness.quantileNanos(0.5, now)).isEqualTo(6);
    assertThat(lateness.quantileNanos(1, now)).isEqualTo(7);
  }

  @Test
  void lateness_afterAPauseWithoutAFire_isForgottenByWhoAsks() {
    lateness.record(1_000);
    assertThat(lateness.quantileNanos(1, 2 * LatenessHistogram.WINDOW_NANOS - 1)).isEqualTo(1_000);
    assertThat(lateness.quantileNanos(1, 2 * LatenessHistogram.WINDOW_NANOS)).isZero();
    assertThat(lateness.quantileNanos(1, 2 * LatenessHistogram.WINDOW_NANOS)).isZero();
  }

  @Test
  void countsUpTo_anyMinutes_onlyGrow() {
    long[] bounds = {5, 6_999, 7_000 * 9 / 8, Long.MAX_VALUE};
    assertThat(lateness.countsUpTo(bounds)).containsExactly(0, 0, 0, 0);
    for (int minute = 1; minute <= 5; minute++) {
      lateness.record(5);
      lateness.record(7_000);
      lateness.record(Long.MAX_VALUE);
      lateness.roll(minute * LatenessHistogram.WINDOW_NANOS * (1 + minute % 2));
      assertThat(lateness.countsUpTo(bounds))
          .containsExactly(minute, minute, 2L * minute, 3L * minute);
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void countsUpTo_anyValue_countsForABoundAnEighthAboveAndForNoneBelow(long value) {
    lateness.record(value);
    assertThat(lateness.countsUpTo(new long[] {value - 1, value + value / 8}))
        .containsExactly(0, 1);
  }

  @Test
  void roll_afterALongPause_keepsNothingOfBefore() {
    lateness.record(1_000);
    lateness.roll(5 * LatenessHistogram.WINDOW_NANOS);
    lateness.record(7);
    assertThat(lateness.quantileNanos(1, 5 * LatenessHistogram.WINDOW_NANOS)).isEqualTo(7);
    assertThat(lateness.quantileNanos(0.5, 5 * LatenessHistogram.WINDOW_NANOS)).isEqualTo(7);
  }
}
