package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.Launcher;
import io.loomwheel.bench.timers.Launchers;
import io.loomwheel.bench.timers.RecordedTask;
import org.junit.jupiter.api.Test;

class FiringRoundTest {
  private static final FiringRound.Load LOAD = new FiringRound.Load(10, 1, 0, 0);

  private int made;
  private int running;

  /** Counts what it makes, as a timer whose thread ticks from its first timeout to its end. */
  private Launcher make() {
    made++;
    return new Launcher() {
      private boolean ticks;

      @Override
      public void launch(RecordedTask shot, long delayNanos) {
        running += ticks ? 0 : 1;
        ticks = true;
        shot.run();
      }

      @Override
      public void close() {
        running -= ticks ? 1 : 0;
        ticks = false;
      }
    };
  }

  @Test
  void renew_timerThatTicks_isAtRestInTheRoundsOfOthers() throws Exception {
    Launchers.Kind kind = new Launchers.Kind("ticks", Role.FLOOR, this::make);
    try (Contestant contestant = FiringRound.entrant(kind, LOAD).opener().call()) {
      for (int i = 0; i < 2; i++) {
        assertThat(contestant.round(1).ops()).isPositive();
        assertThat(running).isEqualTo(1);
        contestant.renew();
        assertThat(running).isZero();
      }
    }
    assertThat(made).isEqualTo(3);
  }
}
