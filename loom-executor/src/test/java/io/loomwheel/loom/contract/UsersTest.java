package io.loomwheel.loom.contract;

import io.loomwheel.loom.WheelExecutorService;
import java.util.concurrent.ScheduledExecutorService;

/** The wheel in place of the executor that these libraries know. */
class UsersTest extends UsersContract {
  @Override
  ScheduledExecutorService create() {
    return WheelExecutorService.create();
  }
}
