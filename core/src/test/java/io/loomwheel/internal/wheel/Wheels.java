package io.loomwheel.internal.wheel;

/** Makes wheels for tests outside this package. */
public final class Wheels {
  private Wheels() {}

  /** {@return a wheel of ticks of one nanosecond} */
  public static Wheel hierarchical(SlotOwner owner, int preparedFrom) {
    return new HierarchicalWheel(0, owner, preparedFrom);
  }
}
