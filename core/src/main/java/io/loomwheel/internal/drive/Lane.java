package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;

/**
 * A way to arm nodes in one fixed shard. They leave in the order of their deadlines, and those of
 * equal deadlines in the order of arming, whichever threads armed them.
 *
 * <p>Thread-safe. Costs as much as {@link Engine#arm}; never waits.
 */
public final class Lane {
  private final Engine engine;
  private final Shard shard;

  Lane(Engine engine, Shard shard) {
    this.engine = engine;
    this.shard = shard;
  }

  /**
   * Arms a new node.
   *
   * @param node not yet seen by another thread
   * @param delayNanos from now; if it isn't positive, the node is due at once
   * @return false if the timer is stopped; the node will not run
   */
  public boolean arm(WheelNode node, long delayNanos) {
    return engine.armAt(shard, node, engine.deadlineAfter(Math.max(0, delayNanos)));
  }

  /**
   * Arms a new node that is already due. It fires after other due nodes of this lane that wait for
   * their tick. It is accepted even above the limit of pending nodes, and counts towards it.
   *
   * @param node not yet seen by another thread
   * @param deadlineNanos since the origin of the timer; has passed
   * @return false if the timer is stopped; the node will not run
   */
  public boolean armDue(WheelNode node, long deadlineNanos) {
    return engine.armBeyondLimit(shard, node, deadlineNanos);
  }

  /**
   * Arms a fired node again, on behalf of its owner.
   *
   * @param node whose run has ended
   * @param deadlineNanos since the origin of the timer; may have passed
   * @return false if the node was retired or the timer stopped; it will not run again
   */
  public boolean rearm(WheelNode node, long deadlineNanos) {
    return engine.rearmIn(shard, node, deadlineNanos);
  }
}
