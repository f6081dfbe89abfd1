package io.loomwheel.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LatenessTest {
  private final Lateness lateness = new Lateness();

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
    assertThat(lateness.quantileNanos(0.5)).isBetween(value, value + value / 8);
  }

  @Test
  void quantile_ofNone_isZero() {
    assertThat(lateness.quantileNanos(0.5)).isZero();
    assertThat(lateness.quantileNanos(1)).isZero();
    assertThat(lateness.maxNanos()).isZero();
  }

  @Test
  void quantile_isWhatThatShareDidNotExceed() {
    for (int i = 0; i < 99; i++) {
      lateness.record(5);
    }
    lateness.record(7_000);
    assertThat(lateness.quantileNanos(0.5)).isEqualTo(5);
    assertThat(lateness.quantileNanos(0.99)).isEqualTo(5);
    assertThat(lateness.quantileNanos(0.991)).isEqualTo(7_000);
    assertThat(lateness.quantileNanos(1)).isEqualTo(7_000);
  }

  @Test
  void quantile_isNeverAboveTheGreatestRecorded() {
    lateness.record(1025);
    assertThat(lateness.quantileNanos(0.5)).isEqualTo(1025);
  }

  @Test
  void record_aheadOfTime_countsAsOnTime() {
    lateness.record(-5);
    assertThat(lateness.quantileNanos(1)).isZero();
    assertThat(lateness.maxNanos()).isZero();
  }

  @Test
  void maxNanos_isTheGreatestEverRecorded() {
    lateness.record(10);
    lateness.record(1_000_000);
    lateness.record(20);
    assertThat(lateness.maxNanos()).isEqualTo(1_000_000);
  }
}
