package io.loomwheel.internal.wheel;

/** A node that is never run. */
final class RacedNode extends WheelNode {
  @Override
  public void run() {
    throw new AssertionError("what fires is only counted");
  }
}
