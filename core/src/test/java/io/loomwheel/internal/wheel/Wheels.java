package io.loomwheel.internal.wheel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.stream.IntStream;

/** Makes wheels, and does to wheels and nodes what a test needs done at once or by halves. */
public final class Wheels {
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(WheelNode.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** {@return a wheel whose slots of so many chunks come down ahead of time} */
  public static Wheel hierarchical(int tickShift, SlotOwner owner, int largeChunks) {
    HierarchicalWheel wheel = new HierarchicalWheel(tickShift, owner);
    wheel.largeChunks = largeChunks;
    return wheel;
  }

  /** Sweeps the whole wheel, and does all other work between ticks. */
  public static void sweep(Wheel wheel) {
    wheel.beginSweep();
    work(wheel);
  }

  /** Does all work between ticks. */
  static void work(Wheel wheel) {
    ExpiredBuffer none = new ExpiredBuffer();
    while (wheel.hasWork()) {
      wheel.work(none);
    }
    if (none.size() > 0) {
      throw new AssertionError("work has fired nodes");
    }
  }

  /** {@return the nodes, fired in this order} */
  public static ExpiredBuffer expired(List<? extends WheelNode> nodes) {
    Wheel wheel = new HierarchicalWheel(0, new TestSlotOwner());
    for (WheelNode node : nodes) {
      node.prime(1);
      wheel.insert(node);
    }
    ExpiredBuffer expired = new ExpiredBuffer();
    wheel.advance(1, expired);
    return expired;
  }

  /** {@return how many cells are in use, those of cancelled nodes included} */
  public static int cells(Wheel wheel) {
    int[] sum = {0};
    wheel.forEachSlot(slot -> sum[0] += size(slot));
    return sum[0];
  }

  /** {@return how many cells of a slot are in use, empty ones included} */
  static int size(Slot slot) {
    int size = 0;
    for (int c = 0; c < slot.chunks(); c++) {
      WheelNode[] chunk = slot.chunk(c);
      size += chunk == null ? 0 : (c == slot.chunks() - 1 ? slot.fill : chunk.length) - 1;
    }
    return size;
  }

  /** {@return how many cells of a slot hold a node} */
  static int live(Slot slot) {
    return IntStream.range(0, slot.chunks()).map(slot::live).sum();
  }

  /** The first half of {@link WheelNode#claimCancel}: changes the word alone. */
  public static boolean claimOnly(WheelNode node) {
    long word = node.word;
    return word >= 0 && WORD.compareAndSet(node, word, WheelNode.CANCELLED);
  }

  /** The second half: empties the cell. */
  public static void emptyCell(WheelNode node) {
    WheelNode[] chunk = node.chunk;
    int index = node.index;
    if (chunk != null && index < chunk.length && chunk[index] == node) {
      chunk[index] = null;
    }
  }
}
