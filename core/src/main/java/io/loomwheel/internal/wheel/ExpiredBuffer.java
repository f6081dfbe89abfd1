package io.loomwheel.internal.wheel;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fired nodes on their way from the wheels to dispatch.
 *
 * <p>Not thread-safe: filled by one thread under the lock of one shard after the other, and then
 * sorted and emptied by the same thread with no lock held. The deadlines lie beside the nodes, so
 * that ordering and counting them touches no node.
 *
 * <p>The lateness of what is handed on is noted first: of each node once, at a time that was read
 * as it was its turn.
 *
 * <p>One that gets a node may come back here, because a task may turn the wheels further. What is
 * being handed on then lies in front of {@link #from}, where no call but the one that hands it on
 * sees it: a call within another has the rest, and what it adds itself.
 */
public final class ExpiredBuffer {
  private static final int FIRST_CAPACITY = 64;
  private static final int KEPT_CAPACITY = 4096;

  private static final @Nullable WheelNode[] NO_NODES = {};
  private static final long[] NO_DEADLINES = {};

  /** Up to this many nodes are sorted by insertion, in place. */
  private static final int FEW = 16;

  /** How many nodes are prefetched together, before the first of them is handed on. */
  private static final int BLOCK = 16;

  /** A cell is null once its node was taken. */
  @Nullable WheelNode[] nodes = new WheelNode[FIRST_CAPACITY];

  long[] deadlines = new long[FIRST_CAPACITY];

  /** How many cells are in use. A census reads it, and maybe an old value. */
  int size;

  private final LongSupplier time;
  private final LongConsumer lateness;

  /** The first cell of those that are not being handed on; 0 but within a call that hands on. */
  private int from;

  /** The cells before this one hold nodes whose lateness was noted; at least {@link #from}. */
  private int noted;

  /** How many of the nodes name an executor of their own. */
  int owned;

  public ExpiredBuffer() {
    this(() -> 0, late -> {});
  }

  /**
   * Makes an empty buffer. The lateness of each node, by the time as it is its turn, goes to the
   * listener before the node is handed on for the first time. Reading the time throws nothing.
   */
  public ExpiredBuffer(LongSupplier time, LongConsumer lateness) {
    this.time = time;
    this.lateness = lateness;
  }

  /** {@return how many cells are in use; the nodes of some may have been taken} */
  public int size() {
    return size - from;
  }

  /** Begins anew, outside all calls that hand on: one may have ended without its finally block. */
  public void begin() {
    from = 0;
  }

  /**
   * Hands every node on, in order. Those that are taken leave their cell empty, the others stay. If
   * the taker throws, that node and those behind it stay; it may come back here, and then finds
   * those behind it. Reads the time for each, because the taker may run it.
   */
  public void drainTo(Predicate<? super WheelNode> to) {
    int first = from;
    int left = 0;
    try {
      for (int i = first; i < size; i++) {
        if ((i - first) % BLOCK == 0) {
          WheelNode.prefetch(nodes, i, Math.min(i + BLOCK, size));
        }
        if (i == noted) {
          lateness.accept(time.getAsLong() - deadlines[i]);
          noted++;
        }
        WheelNode node = nodes[i];
        from = i + 1;
        if (node != null && to.test(node)) {
          nodes[i] = null;
        } else if (node != null) {
          left++;
        }
      }
    } finally {
      from = first;
    }
    if (left == 0) {
      truncate(0);
    }
  }

  /**
   * Hands all nodes on in one call, in order; they are not here meanwhile. Takes all but those that
   * are put back; if that call throws, all stay. Reads the time once.
   */
  public void handOver(BiConsumer<WheelNode[], Consumer<WheelNode>> to) {
    WheelNode[] all = toArray();
    int first = from;
    int end = size;
    int[] kept = {first};
    for (long now = time.getAsLong(); noted < end; noted++) {
      lateness.accept(now - deadlines[noted]);
    }
    from = end;
    try {
      to.accept(all, node -> nodes[kept[0]++] = node);
    } finally {
      from = first;
    }
    if (size == end) {
      truncate(kept[0] - first);
    } else {
      Arrays.fill(nodes, kept[0], end, null); // behind them are some that came meanwhile
    }
  }

  /** {@return all nodes, in order} They stay here. */
  public WheelNode[] toArray() {
    WheelNode[] all = new WheelNode[size()];
    int count = 0;
    for (int i = from; i < size; i++) {
      WheelNode node = nodes[i];
      if (node != null) {
        all[count++] = node;
      }
    }
    return count == all.length ? all : Arrays.copyOf(all, count);
  }

  /**
   * Drops all nodes but the first ones, so many: others have taken them. Throws nothing. Gives the
   * memory of many back once none is left.
   */
  void truncate(int count) {
    int end = from + count;
    if (end > 0 || nodes.length <= KEPT_CAPACITY) {
      Arrays.fill(nodes, end, size, null);
    } else {
      nodes = NO_NODES;
      deadlines = NO_DEADLINES;
    }
    size = end;
    noted = Math.min(noted, end);
    owned = end == 0 ? 0 : owned;
  }

  /**
   * Visits the nodes that wait here, each with its deadline. Unlike all else, any thread may call
   * this: it reads cells that another changes, so a node that is handed on meanwhile may be visited
   * or not.
   */
  public void forEach(ObjLongConsumer<? super WheelNode> visit) {
    @Nullable WheelNode[] cells = nodes;
    int end = Math.min(size, cells.length);
    for (int i = from; i < end; i++) {
      WheelNode node = cells[i];
      if (node != null && node.isPending()) {
        visit.accept(node, node.deadlineNanos());
      }
    }
  }

  public boolean isUnowned() {
    return owned == 0;
  }

  /** {@return whether a node is a step that the driver may run} */
  public boolean hasStep() {
    for (int i = from; i < size; i++) {
      WheelNode node = nodes[i];
      if (node != null && node.isStep()) {
        return true;
      }
    }
    return false;
  }

  void reserve() {
    if (size == nodes.length) {
      int capacity = Math.max(FIRST_CAPACITY, size * 2);
      deadlines = Arrays.copyOf(deadlines, capacity);
      nodes = Arrays.copyOf(nodes, capacity);
    }
  }

  /**
   * Puts the nodes into the order of their deadlines, behind those that were handed on before; ties
   * stay in order of arrival. O(n log n), O(n) if they are in order already. A few are sorted in
   * place; more need memory for a copy of these, and if there is none, this throws an {@code
   * OutOfMemoryError} and leaves them as they are.
   */
  public void sort() {
    if (size - noted > FEW) {
      sortMany();
      return;
    }
    for (int i = noted + 1; i < size; i++) {
      long deadline = deadlines[i];
      WheelNode node = nodes[i];
      int to = i;
      for (; to > noted && deadlines[to - 1] > deadline; to--) {
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
    for (int i = noted; i < size; i++) {
      long deadline = deadlines[i];
      sorted &= deadline >= last;
      first = Math.min(first, deadline);
      last = Math.max(last, deadline);
    }
    if (!sorted) {
      sortByBits(deadlines, nodes, noted, 0, first, last - first);
    }
  }

  /**
   * Sorts by some bits of the deadlines, as numbers made of these and the index: from a bit on, as
   * many as fit, which is hours; then by those above them. Several times as fast as sorting
   * objects, and merges runs. Changes the buffer at the end, when it needs no memory any more.
   */
  private void sortByBits(
      long[] times, @Nullable WheelNode[] of, int start, int from, long first, long span) {
    long[] keys = new long[size - noted];
    @Nullable WheelNode[] inOrder = new WheelNode[keys.length];
    int indexBits = 32 - Integer.numberOfLeadingZeros(keys.length);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ((times[start + i] - first) >>> from << indexBits & Long.MAX_VALUE) | i;
    }
    Arrays.sort(keys);
    int indexMask = (1 << indexBits) - 1;
    for (int i = 0; i < keys.length; i++) {
      int at = start + ((int) keys[i] & indexMask);
      keys[i] = times[at];
      inOrder[i] = of[at];
    }
    int next = from + 63 - indexBits;
    if (next < 63 && span >>> next > 0) {
      sortByBits(keys, inOrder, 0, next, first, span);
    } else {
      System.arraycopy(keys, 0, deadlines, noted, keys.length); // keeps the longer arrays
      System.arraycopy(inOrder, 0, nodes, noted, keys.length);
    }
  }
}
