package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundLoadTest {
  private static final int HELD = 10;
  private static final int PENDING = 1_000;

  private final List<Counting> made = new ArrayList<>();
  private final BackgroundLoad laden =
      new BackgroundLoad(
          new TimerContestants.Kind("counting", Role.PEER, this::make),
          HELD,
          OldestPairs.class,
          PENDING);

  @Test
  void round_pendingInTheBackground_fillsATimerAndLeavesItFull() throws Exception {
    Round round = laden.round(1);

    assertThat(made).hasSize(1);
    assertThat(made.getFirst().armed).isEqualTo(PENDING + HELD + round.ops());
    assertThat(made.getFirst().cancelled).isEqualTo(round.ops());
    assertThat(made.getFirst().closed).isFalse();
    laden.close();
  }

  @Test
  void renew_afterARound_endsItsTimer() throws Exception {
    laden.round(1);
    laden.renew();

    assertThat(made.getFirst().closed).isTrue();
    laden.round(1);
    assertThat(made).hasSize(2);
    laden.close();
    assertThat(made.getLast().closed).isTrue();
  }

  private BenchmarkTimer make() {
    Counting timer = new Counting();
    made.add(timer);
    return timer;
  }

  private static final class Counting implements BenchmarkTimer {
    private long armed;
    private long cancelled;
    private boolean closed;

    @Override
    public Object arm(long delayNanos) {
      armed++;
      return this;
    }

    @Override
    public void cancel(Object handle) {
      cancelled++;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
