package io.loomwheel.internal.wheel;

import org.jspecify.annotations.Nullable;

/**
 * Armed nodes that found no memory on their way into a wheel, the last one first. Needs none: nodes
 * have a link for this. Guarded by the lock of a shard; any thread may ask whether it is empty.
 */
@SuppressWarnings("exports") // jspecify's annotations are optional for callers
public final class LeftNodes {
  /** The last to come, or null. The link of the first to come leads to itself. */
  private volatile @Nullable WheelNode top;

  public boolean isEmpty() {
    return top == null;
  }

  /** Adds a node, unless it is in one already. No call that may throw. */
  public void add(WheelNode node) {
    WheelNode below = top;
    if (node.next == null) {
      node.next = below == null ? node : below;
      top = node;
    }
  }

  /** {@return the last to come, which stays, or null} */
  public @Nullable WheelNode peek() {
    return top;
  }

  /** Removes the last to come, which must be there. */
  public void remove(WheelNode last) {
    top = last.next == last ? null : last.next;
    last.next = null;
  }
}
