package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;

/** A node with a name, which is never run. */
final class Node extends WheelNode {
  private final String name;

  Node() {
    this("node");
  }

  Node(String name) {
    this.name = name;
  }

  @Override
  public void run() {
    throw new AssertionError("what fires is only counted");
  }

  @Override
  public String toString() {
    return name;
  }
}
