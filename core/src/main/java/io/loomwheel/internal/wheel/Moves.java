package io.loomwheel.internal.wheel;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that move from one slot to another while other threads may cancel them.
 *
 * <p>A thread that cancels writes the node's word and then reads its place. The holder of the lock
 * writes the new place and then, behind a fence, reads the word again. So one of the two empties
 * the new cell. A fence costs as much as a few moves, so one serves for many nodes.
 *
 * <p>Guarded by the shard's lock. After an Error the next {@link #settle} goes on.
 */
final class Moves {
  private static final int AT_ONCE = 64;

  /** Without room until the first move. */
  private @Nullable WheelNode[] nodes = {};

  private int size;

  /** Notes a node that is about to be linked elsewhere. */
  void note(WheelNode node) {
    if (size == nodes.length) {
      settle();
      if (nodes.length == 0) {
        nodes = new WheelNode[AT_ONCE];
      }
    }
    nodes[size] = node;
    size++;
  }

  /** Empties the new cells of nodes that were cancelled as they moved. */
  void settle() {
    if (size == 0) {
      return;
    }
    VarHandle.fullFence();
    for (int i = 0; i < size; i++) {
      WheelNode node = nodes[i];
      if (node != null && node.word == WheelNode.CANCELLED) {
        node.vacate();
      }
      nodes[i] = null;
    }
    size = 0;
  }
}
