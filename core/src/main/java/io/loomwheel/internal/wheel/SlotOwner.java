package io.loomwheel.internal.wheel;

/**
 * Owns a wheel and holds the lock around it: the shard. Lies in the first cell of each chunk, never
 * armed, so that threads that have a node find it by {@link WheelNode#owner}.
 */
@SuppressWarnings("unused") // the padding
public abstract class SlotOwner extends WheelNode {
  /** How many cells the chunks of the wheel have. Written under the lock. */
  int cells;

  /** How many nodes a sweep has found so far, each slot as it was when it was read. */
  protected int found;

  // Against false sharing with what lies before (ADR 21): a JVM lays a superclass out first.
  int a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
  int a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31;

  /** Counts nodes that were cancelled in their cells, by a sample. Any thread, now and then. */
  public abstract void cancelled(int nodes);

  @Override
  public final void run() {
    throw new AssertionError("never armed");
  }
}
