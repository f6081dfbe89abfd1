package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import org.junit.jupiter.api.Test;

/** A client that owns its timer, which can't be stopped properly. */
class OwnedTimerTest {
  /** A clock that is part of the stop, and fails. */
  private static final class Failing implements SteppedClock {
    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public void attach(Wheels wheels) {}

    @Override
    public void detach(Wheels wheels) {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void tryTerminate_stopOfTheTimerFails_endsAllTheSame() {
    WheelTimer timer = WheelTimer.builder().clock(new Failing()).build();
    ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, true, null);
    owner.close(true);
    assertThatThrownBy(owner::tryTerminate).hasMessage("on purpose");
    assertThat(owner.counts.terminated.getCount()).isZero();
    assertThat(TimerAccess.engineOf(timer).isStopped()).isTrue();
  }
}
