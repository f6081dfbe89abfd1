package io.loomwheel.reactor.blockhound;

import java.util.List;
import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Allows what a thread that may not block does: it waits for the lock of a shard, and yields now
 * and then while the driver is late. Another thread holds that lock for a few stores, or the driver
 * while it takes out the due timeouts. Arming and disposing of a task only try the lock. A thread
 * waits for it when it visits all tasks, such as when a scheduler is disposed of, and spins until a
 * task that ends meanwhile has ended. Reactor allows the locks of its own schedulers in the same
 * way, and those are asked whether their threads are started and busy, and take tasks back.
 */
public final class WheelIntegration implements BlockHoundIntegration {
  /** Makes the integration. Called by BlockHound. */
  public WheelIntegration() {}

  @Override
  public void applyTo(BlockHound.Builder builder) {
    for (String method : List.of("lock", "settle", "leave")) {
      builder.allowBlockingCallsInside("io.loomwheel.internal.drive.Shard", method);
    }
    builder.allowBlockingCallsInside("io.loomwheel.internal.drive.Callbacks", "giveWay");
    builder.allowBlockingCallsInside("io.loomwheel.loom.WheelExecutorService", "end");
    for (String method : List.of("isBusy", "callsNoUserCode", "cancel")) {
      builder.allowBlockingCallsInside("io.loomwheel.reactor.ReactorTarget$ExecutorThread", method);
    }
  }
}
