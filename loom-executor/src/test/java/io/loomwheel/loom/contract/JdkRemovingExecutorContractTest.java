package io.loomwheel.loom.contract;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** The JDK's executor with the policy that its default differs by: the whole contract holds. */
class JdkRemovingExecutorContractTest extends JdkScheduledExecutorContractTest {
  @Override
  ScheduledExecutorService create() {
    return removing(super.create());
  }

  @Override
  ScheduledExecutorService create(AfterShutdown policy) {
    return removing(super.create(policy));
  }

  @Override
  public Set<Difference> differences() {
    return EnumSet.of(Difference.LATE_ARE_CANCELLED);
  }

  private static ScheduledExecutorService removing(ScheduledExecutorService executor) {
    ((ScheduledThreadPoolExecutor) executor).setRemoveOnCancelPolicy(true);
    return executor;
  }
}
