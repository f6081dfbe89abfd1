package io.loomwheel;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WheelTimerBuilderTest {
  private final WheelTimer.Builder builder = WheelTimer.builder();

  @ParameterizedTest
  @CsvSource({"1000000, 524288", "1048576, 1048576", "65536, 65536", "100000000, 67108864"})
  void tickDuration_takesThePowerOfTwoNotAbove(long asked, long taken) {
    try (WheelTimer timer = builder.tickDuration(Duration.ofNanos(asked)).build()) {
      assertThat(timer.tickDuration()).isEqualTo(Duration.ofNanos(taken));
    }
  }

  @Test
  void tickDuration_notAsked_isAMillisecondOrExactOnAManualClock() {
    assertThat(builder.build().tickDuration()).isEqualTo(Duration.ofNanos(1 << 20));
    assertThat(builder.clock(new ManualClock()).build().tickDuration())
        .isEqualTo(Duration.ofNanos(1));
  }

  @Test
  void tickDuration_outOfRange_isRejectedWithValueAndRule() {
    assertThatThrownBy(() -> builder.tickDuration(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tickDuration must be positive and at most PT24H, was PT0S");
    assertThatThrownBy(() -> builder.tickDuration(Duration.ofDays(2)))
        .hasMessageContaining("was PT48H");
    assertThatThrownBy(() -> builder.tickDuration(Duration.ofNanos(65_535)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "tickDuration must be at least PT0.000065536S unless the clock is stepped by hand,"
                + " was PT0.000065535S");
  }

  @Test
  void shards_outOfRange_isRejectedWithValueAndRule() {
    assertThatThrownBy(() -> builder.shards(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("shards must be from 1 to 4096, was 0");
    assertThatThrownBy(() -> builder.shards(4097)).hasMessageContaining("was 4097");
  }

  @Test
  void slack_outOfRange_isRejectedWithValueAndRule() {
    assertThatThrownBy(() -> builder.slack(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("slack must be from 0 to 30, was -1");
    assertThatThrownBy(() -> builder.slack(31)).hasMessageContaining("was 31");
  }

  @Test
  void slack_firesTogetherWhatWaitsLong_andTheRestAtItsTick() {
    ManualClock clock = new ManualClock();
    WheelTimer timer = builder.clock(clock).tickDuration(Duration.ofNanos(1024)).slack(7).build();
    AtomicInteger fired = new AtomicInteger();
    for (int i = 0; i < 1000; i++) {
      timer.newTimeout(timeout -> fired.incrementAndGet(), 1_000_001 + i, NANOSECONDS);
    }
    timer.newTimeout(timeout -> fired.incrementAndGet(), 100_000, NANOSECONDS);
    clock.advance(Duration.ofNanos(100_352));
    assertThat(fired).hasValue(1);
    clock.advance(Duration.ofNanos((1_003_520 - 1) - 100_352));
    assertThat(fired).hasValue(1);
    clock.advance(Duration.ofNanos(1));
    assertThat(fired).hasValue(1001);
    assertThat(timer.stats().wakeUps()).isLessThan(10);
  }

  @Test
  void hashed_outOfRange_isRejectedWithValueAndRule() {
    assertThatThrownBy(() -> builder.hashed(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ticksPerWheel must be from 1 to 1048576, was 0");
    assertThatThrownBy(() -> builder.hashed(1_048_577)).hasMessageContaining("was 1048577");
  }

  @Test
  void eachBound_isTakenItself() {
    assertThat(builder.tickDuration(Duration.ofDays(1))).isSameAs(builder);
    assertThat(builder.slack(30).slack(0)).isSameAs(builder);
    assertThat(builder.shards(1).shards(4096)).isSameAs(builder);
    assertThat(builder.hashed(1).hashed(1_048_576).hierarchical()).isSameAs(builder);
    assertThat(builder.maxPendingTimeouts(1)).isSameAs(builder);
  }

  @Test
  void maxPendingTimeouts_outOfRange_isRejectedWithValueAndRule() {
    assertThatThrownBy(() -> builder.maxPendingTimeouts(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxPendingTimeouts must be positive, was 0");
  }

  /** What is set on the builder later must not change a timer that was built before. */
  @Test
  void build_theTimerHoldsItsBuilderNoMore() {
    List<WheelTimer> timers = new ArrayList<>();
    WeakReference<WheelTimer.Builder> gone = new WeakReference<>(usedFor(timers));
    assertThat(Waiting.isCollected(gone)).isTrue();
    timers.forEach(WheelTimer::close);
  }

  private static WheelTimer.Builder usedFor(List<WheelTimer> timers) {
    WheelTimer.Builder used = WheelTimer.builder().clock(System::nanoTime).hashed(8);
    timers.add(used.build());
    return used;
  }

  @Test
  void name_blank_isRejected() {
    assertThatThrownBy(() -> builder.name(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name must not be blank, was ' '");
  }

  @Test
  void anyNull_isRejectedAtOnce() {
    assertThatThrownBy(() -> builder.name(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> builder.tickDuration(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> builder.taskExecutor(null)).hasMessage("executor");
    assertThatThrownBy(() -> builder.threadFactory(null)).hasMessage("threads");
    assertThatThrownBy(() -> builder.clock(null)).hasMessage("clock");
    assertThatThrownBy(() -> builder.onRejected(null)).hasMessage("handler");
    assertThatThrownBy(() -> builder.onFailure(null)).hasMessage("handler");
  }
}
