package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a clock has planned that sleeps until it is notified, whatever has become of that. */
class SteppedClockPlanTest {
  /** Counts how often it is notified, and can't be read at times. */
  private static final class Sleeping implements SteppedClock {
    final List<Wheels> attached = new ArrayList<>();
    long now;
    boolean fails;
    int notified;

    @Override
    public long nanoTime() {
      if (fails) {
        throw new IllegalStateException("on purpose");
      }
      return now;
    }

    @Override
    public void attach(Wheels wheels) {
      attached.add(wheels);
    }

    @Override
    public void detach(Wheels wheels) {}

    @Override
    public void earlier(Wheels wheels) {
      notified++;
    }

    Wheels wheels() {
      return attached.get(0);
    }
  }

  private final Sleeping clock = new Sleeping();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  private Timeout arm(long nanos) {
    return timer.schedule(() -> {}, Duration.ofNanos(nanos));
  }

  /** What is armed while the shard is locked lies in its inbox, and is not linked any more. */
  @Test
  void earlier_theEarliestWasCancelledInTheInbox_isNotifiedOfTheNextOnceTheClockHasAsked() {
    arm(1000);
    timer.engine().pending(whileLocked -> arm(5).cancel());
    assertThat(clock.notified).isEqualTo(2);
    assertThat(clock.wheels().nanosToNextExpiry()).hasValue(1000);
    arm(200);
    assertThat(clock.notified).isEqualTo(3);
    assertThat(clock.wheels().nanosToNextExpiry()).hasValue(200);
    arm(300);
    assertThat(clock.notified).isEqualTo(3);
  }

  @Test
  void earlier_aTurnHasFailedThoughAllHasRun_isNotifiedOfTheNextOnceTheClockHasAsked() {
    SteppedClockTest.Unlucky node = new SteppedClockTest.Unlucky();
    timer.engine().arm(node, 10);
    clock.now = 10;
    assertThatThrownBy(clock.wheels()::turn).isInstanceOf(LinkageError.class);
    clock.fails = true;
    assertThatThrownBy(clock.wheels()::turn).hasMessage("on purpose");
    clock.fails = false;
    assertThat(node.ran).isOne();
    assertThat(clock.wheels().nanosToNextExpiry()).isEmpty();
    arm(5);
    assertThat(clock.notified).isEqualTo(2);
  }

  @Test
  void nanosToNextExpiry_ofTheTimer_changesNothingOfWhatTheClockHasPlanned() {
    arm(1000);
    timer.engine().pending(whileLocked -> arm(5).cancel());
    assertThat(timer.nanosToNextExpiry()).hasValue(1000);
    arm(200);
    assertThat(clock.notified).isEqualTo(2); // the clock still has 5
  }
}
