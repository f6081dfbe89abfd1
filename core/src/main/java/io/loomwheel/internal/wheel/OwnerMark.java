package io.loomwheel.internal.wheel;

/**
 * The first cell of each chunk: leads from a node to the owner of its wheel. Never armed. Also
 * counts the cells of the wheel.
 */
final class OwnerMark extends WheelNode {
  final SlotOwner owner;

  /**
   * How many cells of the wheel were used, empty ones included. A slot's last chunk counts as one,
   * because nobody counts as it is filled. Guarded by the lock.
   */
  int cells;

  OwnerMark(SlotOwner owner) {
    this.owner = owner;
  }

  /** Tells the owner that cells have become empty. */
  void emptied(int count) {
    owner.emptied(count);
  }

  @Override
  public void run() {
    throw new AssertionError("a mark is never armed");
  }
}
