package io.loomwheel.internal.wheel;

import org.jspecify.annotations.Nullable;

/**
 * Where a node was before it is linked elsewhere, so that its former cell can be emptied.
 *
 * <p>Guarded by the shard's lock.
 */
public final class FormerPlace {
  /** Null if there was none. */
  private @Nullable WheelNode @Nullable [] chunk;

  private int index;

  FormerPlace() {}

  /**
   * Remembers the place of a node that is about to be linked.
   *
   * @param node in a wheel or in none
   */
  public void note(WheelNode node) {
    chunk = node.chunk;
    index = node.index;
  }

  /**
   * Empties the former cell of a node that was linked.
   *
   * @param node as given to {@link #note}
   */
  public void clear(WheelNode node) {
    @Nullable WheelNode[] former = chunk;
    if (former != null) {
      if (former[index] == node) {
        former[index] = null;
      }
      chunk = null;
    }
  }
}
