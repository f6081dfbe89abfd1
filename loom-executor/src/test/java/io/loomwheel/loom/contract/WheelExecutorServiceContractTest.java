package io.loomwheel.loom.contract;

import io.loomwheel.loom.WheelExecutorService;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;

/** An executor on a timer of its own, with its defaults. */
class WheelExecutorServiceContractTest extends ScheduledExecutorContract {
  @Override
  ScheduledExecutorService create() {
    return WheelExecutorService.create();
  }

  @Override
  ScheduledExecutorService create(AfterShutdown policy) {
    return WheelExecutorService.builder()
        .executeDelayedAfterShutdown(policy.executeDelayed())
        .continuePeriodicAfterShutdown(policy.continuePeriodic())
        .build();
  }

  @Override
  public Set<Difference> differences() {
    return EnumSet.of(Difference.CLOSE_CANCELS);
  }
}
