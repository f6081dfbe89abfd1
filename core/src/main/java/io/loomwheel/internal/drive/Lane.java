package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;

/**
 * A way into one shard, the same for life. Nodes armed through one lane leave in order of their
 * deadlines, ties in order of arming, whichever threads armed them.
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
   * @param node seen by nobody else yet
   * @param delayNanos from now; one that isn't positive is due at once
   * @return false if the timer is stopped, and the node will not run
   */
  public boolean arm(WheelNode node, long delayNanos) {
    return engine.armAt(shard, node, engine.deadlineAfter(Math.max(0, delayNanos)));
  }

  /**
   * Arms a new node that is due, to fire after others of this lane which are due as well and wait
   * for their tick. It is accepted whatever the limit of pending nodes, and counts as one.
   *
   * @param node seen by nobody else yet
   * @param deadlineNanos since the origin of the timer; has passed
   * @return false if the timer is stopped, and the node will not run
   */
  public boolean armDue(WheelNode node, long deadlineNanos) {
    return engine.armBeyondLimit(shard, node, deadlineNanos);
  }

  /**
   * Arms a fired node once more, for its owner.
   *
   * @param node whose run is over
   * @param deadlineNanos since the origin of the timer; may have passed
   * @return false if the node was retired or the timer stopped, and it will not run again
   */
  public boolean rearm(WheelNode node, long deadlineNanos) {
    return engine.rearmIn(shard, node, deadlineNanos);
  }
}
