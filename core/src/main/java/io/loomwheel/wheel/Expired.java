package io.loomwheel.wheel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Fired nodes on their way from a wheel to dispatch, in the order in which they are to run.
 *
 * <p>Not thread-safe: filled under a shard's lock and emptied after it by the same thread.
 */
public final class Expired {
  private static final int FIRST_CAPACITY = 64;
  private static final int KEPT_CAPACITY = 4096;
  private static final Comparator<WheelNode> BY_DEADLINE =
      Comparator.comparingLong(WheelNode::deadlineNanos);

  private @Nullable WheelNode[] nodes = new WheelNode[FIRST_CAPACITY];
  private int size;

  /** Makes an empty buffer. */
  public Expired() {}

  /** {@return how many nodes wait to be handed on} */
  public int size() {
    return size;
  }

  /**
   * Shows the deadline of every node, in order.
   *
   * @param to nanoseconds since the origin of the timer
   */
  @SuppressWarnings("NullAway") // all cells below size are filled
  public void forEachDeadline(LongConsumer to) {
    for (int i = 0; i < size; i++) {
      to.accept(nodes[i].deadlineNanos());
    }
  }

  /**
   * Hands every node on, in order, and forgets it.
   *
   * @param to must not throw
   */
  public void drainTo(Consumer<? super WheelNode> to) {
    int n = size;
    for (int i = 0; i < n; i++) {
      WheelNode node = nodes[i];
      nodes[i] = null;
      if (node != null) {
        to.accept(node);
      }
    }
    size = 0;
    if (nodes.length > KEPT_CAPACITY) {
      nodes = new WheelNode[FIRST_CAPACITY];
    }
  }

  /** Makes sure that the next {@link #add} can't fail. */
  void reserve() {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, size * 2);
    }
  }

  void add(WheelNode node) {
    nodes[size++] = node;
  }

  /** Puts the nodes from {@code from} on into deadline order; ties stay in order of arrival. */
  @SuppressWarnings("NullAway") // all cells below size are filled
  void sort(int from) {
    for (int i = from + 1; i < size; i++) {
      if (nodes[i].deadlineNanos() < nodes[i - 1].deadlineNanos()) {
        Arrays.sort(nodes, from, size, BY_DEADLINE);
        return;
      }
    }
  }
}
