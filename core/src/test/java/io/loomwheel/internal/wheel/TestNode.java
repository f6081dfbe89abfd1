package io.loomwheel.internal.wheel;

/** A node that does nothing. */
public final class TestNode extends WheelNode {
  final int id;

  public TestNode(int id, long deadlineNanos) {
    this.id = id;
    prime(deadlineNanos);
  }

  @Override
  public void run() {}

  @Override
  public String toString() {
    return "#" + id + "@" + deadlineNanos();
  }
}
