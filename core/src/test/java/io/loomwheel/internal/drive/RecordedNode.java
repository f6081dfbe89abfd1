package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;

/** A node that counts its calls. */
final class RecordedNode extends WheelNode {
  final String name;
  int cancelled;
  int stopped;

  RecordedNode(String name) {
    this.name = name;
  }

  /** A node that is armed already, for a shard. */
  static RecordedNode due(String name, long deadlineNanos) {
    RecordedNode node = new RecordedNode(name);
    node.prime(deadlineNanos);
    return node;
  }

  @Override
  public void run() {}

  @Override
  public void onCancelled() {
    cancelled++;
  }

  @Override
  public void onStopped() {
    stopped++;
  }

  @Override
  public String toString() {
    return name;
  }
}
