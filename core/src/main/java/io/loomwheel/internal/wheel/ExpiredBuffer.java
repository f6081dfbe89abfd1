package io.loomwheel.internal.wheel;

import java.util.Arrays;
import java.util.function.Predicate;
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

  /** A cell is null once its node was taken. */
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

  /**
   * {@return how many cells are in use, of nodes that wait or, before the last, have been taken}
   */
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
   * Hands every node on, in order. Those that are taken leave their cell empty, the others stay.
   *
   * @param to gets the nodes, and says whether it has taken one; if it throws, that node and those
   *     behind it stay
   */
  public void drainTo(Predicate<? super WheelNode> to) {
    int left = 0;
    for (int i = 0; i < size; i++) {
      if (i % PREFETCHED == 0) {
        prefetched += prefetch(i, Math.min(i + PREFETCHED, size));
      }
      WheelNode node = nodes[i];
      if (node != null && to.test(node)) {
        nodes[i] = null;
      } else if (node != null) {
        left++;
      }
    }
    if (left == 0) {
      truncate(0);
    }
  }

  /**
   * {@return all nodes, in order} They stay here until {@link #truncate}, so that they are not lost
   * if no other takes them.
   */
  public WheelNode[] toArray() {
    WheelNode[] all = new WheelNode[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      WheelNode node = nodes[i];
      if (node != null) {
        all[count++] = node;
      }
    }
    return count == size ? all : Arrays.copyOf(all, count);
  }

  /**
   * Puts a node that no other has taken in front, before {@link #truncate}. Its deadline is not
   * read again.
   *
   * @param i how many were put there before
   * @param node one of those here
   */
  public void keep(int i, WheelNode node) {
    nodes[i] = node;
  }

  /**
   * Drops all nodes but the first ones: others have taken them. Throws nothing. Gives the memory of
   * many back once none is left.
   *
   * @param count how many stay
   */
  public void truncate(int count) {
    if (count > 0 || nodes.length <= KEPT_CAPACITY) {
      Arrays.fill(nodes, count, size, null);
    } else {
      nodes = NO_NODES;
      deadlines = NO_DEADLINES;
    }
    size = count;
    owned = count == 0 ? 0 : owned;
  }

  private int prefetch(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      WheelNode node = nodes[i];
      sum += node == null ? 0 : node.prefetch();
    }
    return sum;
  }

  /** {@return whether no node names an executor of its own} */
  public boolean isUnowned() {
    return owned == 0;
  }

  /** {@return whether a node is a step that the driver may run} */
  public boolean hasStep() {
    for (int i = 0; i < size; i++) {
      WheelNode node = nodes[i];
      if (node != null && node.isStep()) {
        return true;
      }
    }
    return false;
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
