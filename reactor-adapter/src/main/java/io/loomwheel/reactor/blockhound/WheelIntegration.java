package io.loomwheel.reactor.blockhound;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Allows the one wait of a thread that may not block: for the lock of a shard, which another holds
 * for a few stores, or while the driver takes out what is due. Arming and disposing of a task only
 * ever try that lock; it is waited for where all tasks are looked at, as when a scheduler is
 * disposed of. Reactor allows the locks of its own schedulers in the same way.
 */
public final class WheelIntegration implements BlockHoundIntegration {
  /** For BlockHound. */
  public WheelIntegration() {}

  @Override
  public void applyTo(BlockHound.Builder builder) {
    builder.allowBlockingCallsInside("io.loomwheel.internal.drive.ShardFields", "lock");
  }
}
