package io.loomwheel.internal.wheel;

/** The first cell of each chunk: leads from a node to the owner of its wheel. Never armed. */
final class OwnerMark extends WheelNode {
  final SlotOwner owner;

  OwnerMark(SlotOwner owner) {
    this.owner = owner;
  }

  @Override
  public void run() {
    throw new AssertionError("a mark is never armed");
  }
}
