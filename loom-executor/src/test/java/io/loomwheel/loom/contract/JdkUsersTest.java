package io.loomwheel.loom.contract;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Checks the expectations of the users themselves, on the executor that they were written for. */
class JdkUsersTest extends UsersContract {
  @Override
  ScheduledExecutorService create() {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(4);
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }
}
