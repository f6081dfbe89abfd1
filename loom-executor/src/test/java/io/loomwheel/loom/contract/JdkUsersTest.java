package io.loomwheel.loom.contract;

import java.util.concurrent.ScheduledExecutorService;

/** Checks the expectations of the users themselves, on the executor that they were written for. */
class JdkUsersTest extends UsersContract {
  @Override
  ScheduledExecutorService create() {
    return JdkScheduledExecutorContractTest.removing();
  }
}
