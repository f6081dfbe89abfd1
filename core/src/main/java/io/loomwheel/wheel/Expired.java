package io.loomwheel.wheel;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Fired nodes on their way from a wheel to dispatch, in the order in which they are to run.
 *
 * <p>Not thread-safe: filled under a shard's lock and emptied after it by the same thread. The
 * deadlines lie beside the nodes, so that ordering and counting them touches no node.
 */
public final class Expired {
  private static final int FIRST_CAPACITY = 64;
  private static final int KEPT_CAPACITY = 4096;

  /** So many nodes are touched together, before the first of them is handed on. */
  private static final int TOUCHED = 16;

  private @Nullable WheelNode[] nodes = new WheelNode[FIRST_CAPACITY];
  private long[] deadlines = new long[FIRST_CAPACITY];
  private int size;

  /** How many of the nodes name an executor of their own. */
  private int owned;

  /** What touching has read, so that the compiler does not leave it out. */
  @SuppressWarnings("UnusedVariable")
  private int touched;

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
  public void forEachDeadline(LongConsumer to) {
    for (int i = 0; i < size; i++) {
      to.accept(deadlines[i]);
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
      if (i % TOUCHED == 0) {
        touched += touch(i, Math.min(i + TOUCHED, n));
      }
      WheelNode node = nodes[i];
      nodes[i] = null;
      if (node != null) {
        to.accept(node);
      }
    }
    size = 0;
    owned = 0;
    if (nodes.length > KEPT_CAPACITY) {
      forgetArrays();
    }
  }

  private int touch(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      WheelNode node = nodes[i];
      sum += node == null ? 0 : node.touch();
    }
    return sum;
  }

  /** {@return whether no node names an executor of its own} */
  public boolean isUnowned() {
    return owned == 0;
  }

  /** {@return all nodes, in order, from the start of an array that may be longer} Forgets them. */
  public @Nullable WheelNode[] takeAll() {
    WheelNode[] all = nodes;
    forgetArrays();
    size = 0;
    owned = 0;
    return all;
  }

  /** Both or, if memory runs out, none. */
  private void forgetArrays() {
    @Nullable WheelNode[] noNodes = new WheelNode[FIRST_CAPACITY];
    deadlines = new long[FIRST_CAPACITY];
    nodes = noNodes;
  }

  /** Makes sure that the next {@link #add} can't fail. */
  void reserve() {
    if (size == nodes.length) {
      deadlines = Arrays.copyOf(deadlines, size * 2);
      nodes = Arrays.copyOf(nodes, size * 2);
    }
  }

  void add(WheelNode node, long deadlineNanos) {
    deadlines[size] = deadlineNanos;
    nodes[size++] = node;
    if (node.executor() != null) { // asked here, where the node is at hand
      owned++;
    }
  }

  /** Puts the nodes from {@code from} on into deadline order; ties stay in order of arrival. */
  void sort(int from) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    boolean sorted = true;
    for (int i = from; i < size; i++) {
      long deadline = deadlines[i];
      sorted &= deadline >= last;
      first = Math.min(first, deadline);
      last = Math.max(last, deadline);
    }
    if (!sorted) {
      permute(from, order(from, first, last - first));
    }
  }

  /**
   * The places of the nodes in the order that they shall have. Deadline and place go into one
   * number if they fit, which they do for all but spans of years: sorting numbers is several times
   * as fast as sorting objects by them.
   */
  private int[] order(int from, long first, long span) {
    int count = size - from;
    int placeBits = 32 - Integer.numberOfLeadingZeros(count);
    if (Long.numberOfLeadingZeros(span) <= placeBits) {
      return orderOfLongSpan(from, count);
    }
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (deadlines[from + i] - first) << placeBits | i;
    }
    Arrays.sort(keys);
    int[] order = new int[count];
    long placeMask = (1L << placeBits) - 1;
    for (int i = 0; i < count; i++) {
      order[i] = from + (int) (keys[i] & placeMask);
    }
    return order;
  }

  private int[] orderOfLongSpan(int from, int count) {
    Integer[] places = new Integer[count];
    Arrays.setAll(places, i -> from + i);
    Arrays.sort(places, (a, b) -> Long.compare(deadlines[a], deadlines[b]));
    return Arrays.stream(places).mapToInt(Integer::intValue).toArray();
  }

  private void permute(int from, int[] order) {
    @Nullable WheelNode[] oldNodes = nodes.clone();
    long[] oldDeadlines = deadlines.clone();
    for (int i = 0; i < order.length; i++) {
      nodes[from + i] = oldNodes[order[i]];
      deadlines[from + i] = oldDeadlines[order[i]];
    }
  }
}
