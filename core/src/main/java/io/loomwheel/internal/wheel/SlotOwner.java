package io.loomwheel.internal.wheel;

/**
 * Owns a wheel and holds the lock around it: the shard. Threads that have a node find the owner of
 * the wheel it lies in by {@link WheelNode#owner}.
 */
public interface SlotOwner {
  /** Counts nodes that were cancelled in their cells, by a sample. Any thread, now and then. */
  void cancelled(int nodes);
}
