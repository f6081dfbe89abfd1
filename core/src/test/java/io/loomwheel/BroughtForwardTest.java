package io.loomwheel;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An earlier deadline counts, wherever the timeout lies by then. Ticks of one nanosecond. */
class BroughtForwardTest {
  /** So many timeouts in one slot come down to the level below ahead of time. */
  private static final int LARGE = 1024;

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<Timeout> fired = new ArrayList<>();

  private Timeout arm(long delayNanos) {
    return timer.newTimeout(fired::add, delayNanos, NANOSECONDS);
  }

  private void advance(long nanos) {
    clock.advance(Duration.ofNanos(nanos));
  }

  /** Brings the clock to 120, when most of the slot of ticks 128 to 191 has come down. */
  private List<Timeout> slotThatComesDown() {
    List<Timeout> timeouts = new ArrayList<>();
    for (int i = 0; i < LARGE; i++) {
      timeouts.add(arm(128 + i % 64));
    }
    for (int tick = 64; tick <= 120; tick++) {
      timer.newTimeout(t -> {}, tick - clock.nanoTime(), NANOSECONDS);
      clock.advanceTo(tick);
    }
    return timeouts;
  }

  @Test
  void reschedule_toEarlierWhileItsSlotComesDown_firesAtTheNewDeadline() {
    for (Timeout timeout : slotThatComesDown()) {
      assertThat(timeout.reschedule(1, NANOSECONDS)).isTrue();
    }
    advance(1);
    assertThat(fired).hasSize(LARGE);
  }

  @Test
  void reschedule_toEarlierInASlotThatOthersCameDownTo_firesAtTheNewDeadline() {
    slotThatComesDown();
    clock.advanceTo(130);
    fired.clear();
    List<Timeout> fresh = new ArrayList<>();
    for (int i = 0; i < 61; i++) {
      fresh.add(arm(61 - i));
    }
    fresh.forEach(timeout -> assertThat(timeout.reschedule(1, NANOSECONDS)).isTrue());
    advance(1);
    assertThat(fired).containsAll(fresh);
  }
}
