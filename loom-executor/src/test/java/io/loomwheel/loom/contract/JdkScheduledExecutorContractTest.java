package io.loomwheel.loom.contract;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Checks the contract itself against the executor whose javadoc it was written from. */
class JdkScheduledExecutorContractTest extends ScheduledExecutorContract {
  @Override
  ScheduledExecutorService create() {
    return new ScheduledThreadPoolExecutor(4);
  }

  @Override
  ScheduledExecutorService create(AfterShutdown policy) {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(4);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(policy.executeDelayed());
    executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(policy.continuePeriodic());
    return executor;
  }

  @Override
  public Set<Difference> differences() {
    return EnumSet.of(Difference.CANCELLED_STAY_QUEUED, Difference.LATE_ARE_CANCELLED);
  }
}
