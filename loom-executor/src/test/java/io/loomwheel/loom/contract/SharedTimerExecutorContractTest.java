package io.loomwheel.loom.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.WheelExecutorService;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Many executors on one timer, each task on a virtual thread of its own; none leaves a trace. */
class SharedTimerExecutorContractTest extends ScheduledExecutorContract {
  private static WheelTimer timer;

  @BeforeAll
  static void startTheTimer() {
    timer = WheelTimer.create();
  }

  @AfterAll
  static void nothingIsLeftOnTheTimer() {
    assertThat(timer.pendingTimeouts()).isZero();
    timer.close();
  }

  @Override
  ScheduledExecutorService create() {
    return WheelExecutorService.builder().timer(timer).taskExecutor(Relay.perTask()).build();
  }

  @Override
  ScheduledExecutorService create(AfterShutdown policy) {
    return WheelExecutorService.builder()
        .timer(timer)
        .taskExecutor(Relay.perTask())
        .executeDelayedAfterShutdown(policy.executeDelayed())
        .continuePeriodicAfterShutdown(policy.continuePeriodic())
        .build();
  }

  @Override
  public Set<Difference> differences() {
    return EnumSet.of(Difference.CLOSE_CANCELS);
  }
}
