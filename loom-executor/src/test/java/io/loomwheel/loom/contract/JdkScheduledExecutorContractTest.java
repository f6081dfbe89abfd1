package io.loomwheel.loom.contract;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Checks the contract itself against the executor whose javadoc it was written from. By default
 * that one keeps a cancelled future in its queue until the delay elapses; here it doesn't.
 */
class JdkScheduledExecutorContractTest extends ScheduledExecutorContract {
  @Override
  ScheduledExecutorService create() {
    return removing();
  }

  @Override
  ScheduledExecutorService create(AfterShutdown policy) {
    ScheduledThreadPoolExecutor executor = removing();
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(policy.executeDelayed());
    executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(policy.continuePeriodic());
    return executor;
  }

  @Override
  public Set<Difference> differences() {
    return EnumSet.of(Difference.LATE_ARE_CANCELLED);
  }

  static ScheduledThreadPoolExecutor removing() {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(4);
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }
}
