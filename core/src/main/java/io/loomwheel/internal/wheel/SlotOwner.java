package io.loomwheel.internal.wheel;

/**
 * Owns a wheel and holds the lock around it: the shard. Threads that have a node find the owner of
 * the wheel it lies in by {@link WheelNode#owner}.
 */
public interface SlotOwner {
  /**
   * Counts cells that have become empty, or have been given back. Any thread, now and then.
   *
   * @param cells an estimate by a sample; negative for cells that were given back
   */
  void emptied(int cells);
}
