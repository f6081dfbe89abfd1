package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** A period of nothing, on an executor that runs tasks inside the call. */
class ZeroPeriodTest {
  private static final int RUNS = 100_000;

  private final Disposable.Swap periodic = Disposables.swap();
  private int runs;
  private int depth;
  private int deepest;

  @Test
  void schedulePeriodically_withoutPeriodOnADirectExecutor_nestsALittle() {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    WheelScheduler scheduler =
        WheelScheduler.builder().timer(timer).taskExecutor(task -> runInside(task)).build();
    periodic.update(
        scheduler.schedulePeriodically(
            () -> {
              if (++runs == RUNS) {
                periodic.dispose();
              }
            },
            1,
            0,
            MILLISECONDS));

    clock.advance(Duration.ofMillis(1));

    assertThat(runs).isEqualTo(RUNS);
    assertThat(deepest).isLessThan(100);
  }

  private void runInside(Runnable task) {
    deepest = Math.max(deepest, ++depth);
    task.run();
    depth--;
  }
}
