package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.Launcher;
import io.loomwheel.bench.timers.Launchers;
import io.loomwheel.bench.timers.RecordedTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrickleTest {
  private final List<Counting> made = new ArrayList<>();

  @Test
  void round_ofALauncher_firesAsManyAsTheRateSaysAndEndsIt() throws Exception {
    Trickle trickle = Trickle.of(this::make, 100);

    Round round = trickle.round(MILLISECONDS.toNanos(100));

    assertThat(round.ops()).isEqualTo(10);
    assertThat(made).hasSize(1);
    assertThat(made.getFirst().launched).isEqualTo(10);
    assertThat(made.getFirst().closed).isTrue();
    assertThat(round.extras())
        .filteredOn(extra -> extra.name().equals("early"))
        .allSatisfy(extra -> assertThat(extra.value()).isZero());
  }

  @Test
  void round_withoutATimer_countsAsManyAndArmsNone() throws Exception {
    assertThat(Trickle.none(1_000).round(MILLISECONDS.toNanos(10)).ops()).isEqualTo(10);
  }

  private Launcher make() {
    Counting launcher = new Counting(Launchers.onVirtualThreads().getFirst().make().get());
    made.add(launcher);
    return launcher;
  }

  private static final class Counting implements Launcher {
    private final Launcher to;
    private int launched;
    private boolean closed;

    Counting(Launcher to) {
      this.to = to;
    }

    @Override
    public void launch(RecordedTask shot, long delayNanos) {
      launched++;
      to.launch(shot, delayNanos);
    }

    @Override
    public void close() {
      closed = true;
      to.close();
    }
  }
}
