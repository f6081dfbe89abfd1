package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is reported to a clock that has to know in advance how far it may go. */
class SteppedClockTest {
  private final List<Long> notified = new ArrayList<>();

  private final SteppedClock clock =
      new SteppedClock() {
        @Override
        public long nanoTime() {
          return 0;
        }

        @Override
        public void attach(Wheels wheels) {}

        @Override
        public void detach(Wheels wheels) {}

        @Override
        public void earlier(Wheels wheels) {
          notified.add(wheels.nanosToNextExpiry().orElseThrow());
        }
      };

  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  private void arm(long nanos) {
    timer.schedule(() -> {}, Duration.ofNanos(nanos));
  }

  @Test
  void earlier_isNotifiedOfEachArmThatIsDueBeforeAllOthers() {
    arm(30);
    arm(40);
    arm(30);
    arm(20);
    arm(25);
    arm(10);
    assertThat(notified).containsExactly(30L, 20L, 10L);
  }

  @Test
  void isMovedByCaller_notOverridden_isFalse() {
    assertThat(clock.isMovedByCaller()).isFalse();
    assertThat(timer.engine().isMovedByCaller()).isFalse();
  }

  @Test
  void isMovedByCaller_ofTheClock_isWhatTheEngineSays() {
    ManualClock moved = new ManualClock();
    WheelTimer onMoved = WheelTimer.builder().clock(moved).build();
    List<Boolean> said = new ArrayList<>();
    onMoved.schedule(() -> said.add(onMoved.engine().isMovedByCaller()), Duration.ofNanos(1));
    assertThat(onMoved.engine().isMovedByCaller()).isFalse();
    moved.advance(Duration.ofNanos(1));
    assertThat(said).containsExactly(true);
  }

  @Test
  void earlier_isNotifiedOfARescheduleToEarlier() {
    Timeout timeout = timer.schedule(() -> {}, Duration.ofNanos(30));
    timeout.reschedule(60, java.util.concurrent.TimeUnit.NANOSECONDS);
    timeout.reschedule(10, java.util.concurrent.TimeUnit.NANOSECONDS);
    assertThat(notified).containsExactly(30L, 10L);
  }
}
