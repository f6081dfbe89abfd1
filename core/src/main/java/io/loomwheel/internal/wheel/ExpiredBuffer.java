package io.loomwheel.internal.wheel;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Fired nodes on their way from the wheels to dispatch.
 *
 * <p>Not thread-safe: filled by one thread under the lock of one shard after the other, and then
 * sorted and emptied by the same thread with no lock held. The deadlines lie beside the nodes, so
 * that ordering and counting them touches no node.
 */
public final class ExpiredBuffer {
  private static final int FIRST_CAPACITY = 64;
  private static final int KEPT_CAPACITY = 4096;

  private static final @Nullable WheelNode[] NO_NODES = {};
  private static final long[] NO_DEADLINES = {};

  /** Up to this many nodes are sorted by insertion, in place. */
  private static final int FEW = 16;

  /** How many nodes are prefetched together, before the first of them is handed on. */
  private static final int PREFETCHED = 16;

  @Nullable WheelNode[] nodes = new WheelNode[FIRST_CAPACITY];
  long[] deadlines = new long[FIRST_CAPACITY];
  int size;

  /** How many of the nodes name an executor of their own. */
  int owned;

  /** What the prefetch has read, so that the compiler does not remove it. */
  @SuppressWarnings("UnusedVariable")
  private int prefetched;

  /** Makes an empty buffer. */
  public ExpiredBuffer() {}

  /** {@return how many nodes wait to be handed on} */
  public int size() {
    return size;
  }

  /**
   * {@return the deadline of a node, in nanoseconds since the origin of the timer}
   *
   * @param i its index, from 0
   */
  public long deadline(int i) {
    return deadlines[i];
  }

  /**
   * Hands every node on, in order, and drops it.
   *
   * @param to gets the nodes; if it throws an Error, that node and those behind it stay
   */
  public void drainTo(Consumer<? super WheelNode> to) {
    int given = 0;
    try {
      for (; given < size; given++) {
        if (given % PREFETCHED == 0) {
          prefetched += prefetch(given, Math.min(given + PREFETCHED, size));
        }
        to.accept(nodes[given]);
        nodes[given] = null;
      }
    } finally {
      removeFirst(given);
    }
  }

  /** Closes the gap that nodes have left which were handed on. Throws nothing. */
  private void removeFirst(int count) {
    if (count == size) {
      clear();
    } else if (count > 0) {
      int rest = size - count;
      System.arraycopy(nodes, count, nodes, 0, rest);
      System.arraycopy(deadlines, count, deadlines, 0, rest);
      Arrays.fill(nodes, Math.max(rest, count), size, null);
      size = rest;
    }
  }

  /**
   * {@return all nodes, in order, from the start of an array that may be longer} They stay in the
   * buffer until {@link #clear}, so that they are not lost if no other takes them. Copies the
   * array, unless it is too long to be kept for the next nodes.
   */
  public @Nullable WheelNode[] toArray() {
    return nodes.length > KEPT_CAPACITY ? nodes : Arrays.copyOf(nodes, size);
  }

  /** Drops all nodes: another has taken them. Throws nothing, and gives the memory of many back. */
  public void clear() {
    if (nodes.length > KEPT_CAPACITY) {
      nodes = NO_NODES;
      deadlines = NO_DEADLINES;
    } else {
      Arrays.fill(nodes, 0, size, null);
    }
    size = 0;
    owned = 0;
  }

  private int prefetch(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += nodes[i].prefetch();
    }
    return sum;
  }

  /** {@return whether no node names an executor of its own} */
  public boolean isUnowned() {
    return owned == 0;
  }

  /** Makes sure that one more node fits. */
  void reserve() {
    if (size == nodes.length) {
      int capacity = Math.max(FIRST_CAPACITY, size * 2);
      deadlines = Arrays.copyOf(deadlines, capacity);
      nodes = Arrays.copyOf(nodes, capacity);
    }
  }

  /**
   * Puts the nodes into the order of their deadlines; ties stay in order of arrival. O(n log n),
   * O(n) if they are in order already. A few are sorted in place; more need memory for a copy of
   * these, and if there is none, this throws an {@code OutOfMemoryError} and leaves them as they
   * are.
   */
  public void sort() {
    if (size > FEW) {
      sortMany();
      return;
    }
    for (int i = 1; i < size; i++) {
      long deadline = deadlines[i];
      WheelNode node = nodes[i];
      int to = i;
      for (; to > 0 && deadlines[to - 1] > deadline; to--) {
        deadlines[to] = deadlines[to - 1];
        nodes[to] = nodes[to - 1];
      }
      deadlines[to] = deadline;
      nodes[to] = node;
    }
  }

  private void sortMany() {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    boolean sorted = true;
    for (int i = 0; i < size; i++) {
      long deadline = deadlines[i];
      sorted &= deadline >= last;
      first = Math.min(first, deadline);
      last = Math.max(last, deadline);
    }
    if (sorted) {
      return;
    }
    int indexBits = 32 - Integer.numberOfLeadingZeros(size);
    if (Long.numberOfLeadingZeros(last - first) > indexBits) {
      sortByNumbers(first, indexBits);
    } else {
      sortByObjects();
    }
  }

  /**
   * Sorts numbers made of deadline and index; both fit into a long unless the deadlines span years.
   * Several times as fast as sorting objects by their deadline, and merges runs.
   */
  private void sortByNumbers(long first, int indexBits) {
    long[] keys = new long[size];
    @Nullable WheelNode[] inOrder = new WheelNode[size];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (deadlines[i] - first) << indexBits | i;
    }
    Arrays.sort(keys);
    int indexMask = (1 << indexBits) - 1;
    for (int i = 0; i < keys.length; i++) {
      inOrder[i] = nodes[(int) keys[i] & indexMask];
      deadlines[i] = first + (keys[i] >>> indexBits);
    }
    System.arraycopy(inOrder, 0, nodes, 0, size); // keeps the longer array for the next nodes
  }

  private void sortByObjects() {
    Integer[] indexes = new Integer[size];
    Arrays.setAll(indexes, i -> i);
    Arrays.sort(indexes, (a, b) -> Long.compare(deadlines[a], deadlines[b]));
    @Nullable WheelNode[] inOrder = new WheelNode[size];
    long[] deadlinesInOrder = new long[deadlines.length];
    for (int i = 0; i < indexes.length; i++) {
      inOrder[i] = nodes[indexes[i]];
      deadlinesInOrder[i] = deadlines[indexes[i]];
    }
    deadlines = deadlinesInOrder;
    System.arraycopy(inOrder, 0, nodes, 0, size);
  }
}
