package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TickClockTest {
  private final AtomicLong clock = new AtomicLong(1_000_000);
  private final TickClock time = new TickClock(clock::get, 10, 0);

  @Test
  void now_isSinceTheTimerWasMade() {
    assertThat(time.now()).isZero();
    clock.addAndGet(70);
    assertThat(time.now()).isEqualTo(70);
  }

  @Test
  void now_clockStepsBack_staysAtWhatTheDriverHasSeen() {
    clock.addAndGet(100);
    assertThat(time.observe()).isZero();
    clock.addAndGet(50);
    assertThat(time.now()).isEqualTo(150);
    clock.addAndGet(-120);
    assertThat(time.now()).isEqualTo(100);
    assertThat(time.observe()).isZero();
    assertThat(time.deadlineAfter(5)).isEqualTo(105);
  }

  @Test
  void now_isAlwaysBeforeWhatIsNeverReached() {
    clock.addAndGet(Long.MAX_VALUE);
    assertThat(time.now()).isEqualTo(WheelNode.NEVER_NANOS - 1);
  }

  @Test
  void deadlineAfter_addsTheDelay() {
    clock.addAndGet(40);
    assertThat(time.deadlineAfter(0)).isEqualTo(40);
    assertThat(time.deadlineAfter(2)).isEqualTo(42);
    assertThat(time.deadlineAfter(WheelNode.NEVER_NANOS - 41)).isEqualTo(WheelNode.NEVER_NANOS - 1);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {Long.MAX_VALUE - 42, Long.MAX_VALUE - 41, Long.MAX_VALUE - 40, Long.MAX_VALUE})
  void deadlineAfter_outOfReach_isNever(long delay) {
    clock.addAndGet(40);
    assertThat(time.deadlineAfter(delay)).isEqualTo(WheelNode.NEVER_NANOS);
  }

  @Test
  void tick_isTheOneThatTheTimeFallsInto() {
    clock.addAndGet(1023);
    assertThat(time.observe()).isZero();
    clock.addAndGet(1);
    assertThat(time.observe()).isEqualTo(1);
    assertThat(time.tickNanos()).isEqualTo(1024);
  }

  @Test
  void tickAtOrAfter_isNeverBeforeTheDeadline() {
    assertThat(time.tickAtOrAfter(0)).isZero();
    assertThat(time.tickAtOrAfter(1)).isEqualTo(1);
    assertThat(time.tickAtOrAfter(1024)).isEqualTo(1);
    assertThat(time.tickAtOrAfter(1025)).isEqualTo(2);
  }

  @Test
  void nanosOf_isWhenTheTickBegins_orNever() {
    assertThat(time.nanosOf(3)).isEqualTo(3072);
    long last = Long.MAX_VALUE >> 10;
    assertThat(time.nanosOf(last)).isEqualTo(last << 10);
    assertThat(time.nanosOf(last + 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(time.nanosOf(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Property
  void deadlineAfter_withSlack_isNeverEarlyAndLateByTheShareAtMost(
      @ForAll @LongRange(max = 1L << 60) long now,
      @ForAll @LongRange(max = 1L << 60) long delay,
      @ForAll @IntRange(min = 1, max = 30) int slack) {
    clock.set(0);
    TickClock loose = new TickClock(clock::get, 10, slack);
    clock.set(now);
    assertThat(loose.deadlineAfter(delay) - now - delay).isBetween(0L, delay >> slack);
  }

  @Test
  void deadlineAfter_withSlack_isRoundedUpToAPowerOfTwoWithinIt() {
    TickClock slack = new TickClock(clock::get, 10, 7);
    clock.addAndGet(40);
    assertThat(slack.deadlineAfter(1 << 17)).isEqualTo(40 + (1 << 17)); // slack of one tick
    assertThat(slack.deadlineAfter(3 << 17)).isEqualTo((3 << 17) + 2048); // 3 ticks: rounds to 2
    assertThat(slack.deadlineAfter((1L << 40) - 40)).isEqualTo(1L << 40);
    assertThat(slack.deadlineAfter(Long.MAX_VALUE)).isEqualTo(WheelNode.NEVER_NANOS);
    assertThat(slack.deadlineAfter(WheelNode.NEVER_NANOS)).isEqualTo(WheelNode.NEVER_NANOS);
  }

  /** Rounded up, the sum would be the greatest number and one more. */
  @Test
  void deadlineAfter_withSlack_outOfReach_isNever() {
    TickClock slack = new TickClock(clock::get, 10, 1);
    clock.addAndGet(7L << 60);
    assertThat(slack.deadlineAfter(Long.MAX_VALUE)).isEqualTo(WheelNode.NEVER_NANOS);
    clock.addAndGet(1L << 59);
    assertThat(slack.deadlineAfter(Long.MAX_VALUE)).isEqualTo(WheelNode.NEVER_NANOS);
  }
}
