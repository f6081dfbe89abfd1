package io.loomwheel.wheel;

import java.util.function.Consumer;

/**
 * Timers ordered by deadline, to the resolution of a tick.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call. A deadline is rounded up
 * to its tick, so a node never fires early. Nodes leave in order of their exact deadlines, ties in
 * order of insertion.
 */
public sealed interface Wheel permits HierarchicalWheel {
  /** What {@link #nextTick} says of a wheel that has nothing to do. */
  long NEVER_TICK = Long.MAX_VALUE;

  /**
   * Links an armed node; one that was cancelled on the way here is left out. O(1).
   *
   * @param node in no wheel
   * @return the tick at which {@link #advance} has to be called for its sake; may be earlier than
   *     that of its deadline, never later
   */
  long insert(WheelNode node);

  /**
   * Moves time on and takes out what is due. O(occupied slots crossed + nodes moved), however long
   * the jump.
   *
   * @param nowTick the tick now; one in the past is taken for the latest seen
   * @param out gets the fired nodes
   */
  void advance(long nowTick, Expired out);

  /**
   * {@return the tick of the next thing to do, or {@link #NEVER_TICK}} May be early, because
   * cancelled nodes leave their slot marked; never late. O(1).
   */
  long nextTick();

  /** Gives back the memory that cancelled nodes have left unused. O(cells). */
  void sweep();

  /** {@return how many cells are in use, those of cancelled nodes included} */
  int cells();

  /**
   * Takes out every node, due or not, in no order.
   *
   * @param to gets the nodes that were not yet met as cancelled
   */
  void drain(Consumer<? super WheelNode> to);
}
