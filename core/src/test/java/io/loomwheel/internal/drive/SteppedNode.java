package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;

/** A node with its own account of what it may do, exact at each step of the code under test. */
final class SteppedNode extends WheelNode {
  /** When its arming began and ended, counted in calls. */
  final int armedFrom;

  int armedBy;

  /** The deadline that was accepted last. */
  long deadline;

  /** How many turns had begun when the call that gave the deadline returned. */
  int since;

  /** Whether the call that gave the deadline has still to link the node, or to return. */
  boolean isUnderWay = true;

  boolean wasMoved;
  boolean isCancelled;
  boolean isDropped;

  /** Whether the drop has returned. */
  boolean isGone;

  boolean isHandedOn;

  SteppedNode(int armedFrom, long deadline) {
    this.armedFrom = armedFrom;
    this.deadline = deadline;
  }

  boolean waits() {
    return !isUnderWay && !isCancelled && !isHandedOn;
  }

  /** {@return whether the deadline was accepted before a turn began} */
  boolean wasKnownTo(int turn) {
    return !isUnderWay && since < turn;
  }

  /** {@return whether it must not fire after a node of the same deadline} */
  boolean goesBefore(SteppedNode other) {
    return !wasMoved && !other.wasMoved && armedBy < other.armedFrom;
  }

  @Override
  public void run() {}

  @Override
  public String toString() {
    return "node " + armedFrom + " for " + deadline;
  }
}
