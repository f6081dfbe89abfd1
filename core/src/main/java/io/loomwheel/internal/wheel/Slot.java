package io.loomwheel.internal.wheel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one slot in order of arrival: an append-only array, with holes where nodes were
 * cancelled.
 *
 * <p>All but {@link #clear} is called under the shard's lock. Append is O(1) amortised. Holes at
 * the end are dropped first. A full array is shifted if its first half are holes, as timeouts of
 * one length leave it. A shift reads no node, because nodes hold a running number, not an index. It
 * is compacted if three quarters are holes, and grown otherwise.
 *
 * <p>A cell that moves while its node is being cancelled may keep the dead node, which holds no
 * task, until the next compaction or until the slot is reached.
 *
 * <p><b>No Error leaves a slot in between two states.</b> A call may overflow the stack, an
 * allocation may find no memory. So a method that changes more than one field calls and allocates
 * first and then only stores. This is why plain loops move the cells here.
 */
final class Slot {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(WheelNode[].class);
  private static final WheelNode[] NONE = {};
  private static final int FIRST_CAPACITY = 4;

  /** Arrays up to this length stay with an emptied slot; longer ones are given back. */
  private static final int KEPT_CAPACITY = 16;

  /** Owner of the wheel, for threads that find it through a node. */
  final SlotOwner owner;

  /** Replaced under the lock; read without it by {@link #clear}. */
  @Nullable WheelNode[] cells = NONE;

  int size;

  /**
   * The number of the node in the first cell. Written under the lock; read without it by {@link
   * #clear}, where a stale one leads to a cell that doesn't hold the node.
   */
  private int base;

  Slot(SlotOwner owner) {
    this.owner = owner;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  @Nullable WheelNode at(int i) {
    return cells[i];
  }

  /** Adds a node, as its last step. If it throws an Error, the node is not added. */
  void append(WheelNode node) {
    @Nullable WheelNode[] array = cells;
    int n = size;
    while (n > 0 && array[n - 1] == null) {
      n--;
    }
    if (n == array.length) {
      n = makeRoom();
      array = cells;
    }
    node.slot = this;
    node.number = base + n;
    array[n] = node;
    size = n + 1;
  }

  /** Empties the cell of a node's number if it still holds the node. Any thread. */
  void clear(int number, WheelNode node) {
    WheelNode[] array = cells;
    int i = number - base;
    if (i >= 0 && i < array.length) {
      CELL.compareAndSet(array, i, node, null);
    }
  }

  /** As {@link #clear}, under the shard's lock, where no cell moves. */
  void clearLocked(int number, WheelNode node) {
    int i = number - base;
    if (i >= 0 && i < size && cells[i] == node) {
      cells[i] = null;
    }
  }

  /** Drops all cells, after each was handled. */
  void reset() {
    size = 0;
    if (cells.length > KEPT_CAPACITY) {
      cells = NONE;
    }
  }

  /**
   * Gives back the memory of holes if they are half of the array or more; otherwise does nothing,
   * because moving a node costs a cache miss. Returns whether the slot is still in use.
   */
  boolean sweep() {
    int live = live();
    if (live == 0) {
      size = 0;
      cells = NONE;
    } else if (live <= cells.length / 2) {
      live = compact();
      cells = Arrays.copyOf(cells, Math.max(FIRST_CAPACITY, live * 3 / 2));
    }
    return live > 0;
  }

  /** Returns the index of a free cell behind all others. */
  private int makeRoom() {
    int full = cells.length;
    int leading = leadingHoles();
    if (leading > full / 2) {
      return shift(leading);
    }
    if (full > FIRST_CAPACITY && live() <= full / 4) {
      return compact();
    }
    cells = Arrays.copyOf(cells, Math.max(FIRST_CAPACITY, full * 2));
    return full;
  }

  private int leadingHoles() {
    int i = 0;
    while (i < size && cells[i] == null) {
      i++;
    }
    return i;
  }

  /** Moves the nodes to the front. Empties the cells behind last, because none of them counts. */
  private int shift(int by) {
    @Nullable WheelNode[] array = cells;
    int full = size;
    int left = full - by;
    System.arraycopy(array, by, array, 0, left);
    base += by;
    size = left;
    for (int i = left; i < full; i++) {
      array[i] = null;
    }
    return left;
  }

  private int live() {
    int live = 0;
    for (int i = 0; i < size; i++) {
      if (cells[i] != null) {
        live++;
      }
    }
    return live;
  }

  /** Packs the live nodes, and drops cancelled ones whose cells were missed. Calls nothing. */
  private int compact() {
    @Nullable WheelNode[] array = cells;
    int full = size;
    int to = 0;
    for (int from = 0; from < full; from++) {
      WheelNode node = array[from];
      if (node == null || node.word == WheelNode.CANCELLED) {
        continue;
      }
      if (to != from) {
        array[to] = node;
        node.number = base + to;
      }
      to++;
    }
    size = to;
    for (int i = to; i < full; i++) {
      array[i] = null;
    }
    return to;
  }
}
