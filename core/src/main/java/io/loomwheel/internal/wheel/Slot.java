package io.loomwheel.internal.wheel;

import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one slot in order of arrival: a list of chunks, with empty cells where nodes were
 * cancelled.
 *
 * <p><b>A cell never holds a second node.</b> Nodes are only appended. A chunk whose nodes are all
 * gone is dropped and not filled again, and {@link #sweep} copies what is left into new chunks. So
 * a thread that cancels empties the cell of its node by a plain store, without a lock: where the
 * node has moved, that cell is empty already or about to be dropped.
 *
 * <p><b>A cell counts only if its node says that it lies there</b> ({@link WheelNode#liesIn}). And
 * at every call, a node that is armed lies in a cell that counts: calls and allocations come first,
 * and then nothing but stores. So a step that an Error interrupts can simply be repeated.
 *
 * <p>All methods are called under the shard's lock. Append is O(1): adding a chunk checks two older
 * ones, and drops them if they are empty.
 */
final class Slot {
  /** The length of a long chunk: the owner, and as many cells as fit into four cache lines. */
  static final int LONGEST = 64;

  private static final int SHORTEST = 4;
  private static final int CHECKS = 2;
  private static final @Nullable WheelNode[] @Nullable [] NO_CHUNKS = {};
  private static final @Nullable WheelNode[] NO_CELLS = {};

  private final SlotOwner owner;

  /**
   * The chunks in order of arrival; null where one was dropped. All but the last are full. None
   * moves to another index; a list in which they are closed up is new.
   */
  @Nullable WheelNode[] @Nullable [] chunks = NO_CHUNKS;

  /** The chunks before this one have been walked. */
  private int first;

  /** The index behind the last chunk. */
  private int count;

  /** The youngest chunk, which is appended to. */
  private @Nullable WheelNode[] last = NO_CELLS;

  /** The next free cell of {@link #last}. */
  int fill;

  /** The chunk that is checked when the next one is added. */
  private int cursor;

  /** The chunks before this one have been swept. */
  private int swept;

  /** Whether a part of the slot was walked, and the rest was not. */
  boolean isBegun;

  /** The earliest tick of a node, or earlier; kept by {@link HierarchicalWheel}. */
  long earliest = Wheel.NEVER_TICK;

  Slot(SlotOwner owner) {
    this.owner = owner;
  }

  boolean isEmpty() {
    return count == first;
  }

  /** {@return how many chunks there are to walk, those that were dropped included} */
  int chunks() {
    return count - first;
  }

  /** {@return one of {@link #chunks}, or null if it was dropped} */
  @Nullable WheelNode @Nullable [] chunk(int c) {
    return chunks[first + c];
  }

  /** Adds a node, as its last step. If it throws an Error, the node is not added. */
  void append(WheelNode node) {
    @Nullable WheelNode[] chunk = last;
    int i = fill;
    if (i == chunk.length) {
      chunk = addChunk();
      i = 1;
    }
    node.moveTo(chunk, i);
    chunk[i] = node; // no call from here on
    fill = i + 1;
  }

  private @Nullable WheelNode[] addChunk() {
    @Nullable WheelNode[] chunk = newChunk(Math.min(LONGEST, Math.max(SHORTEST, 2 * last.length)));
    dropEmpty();
    if (count == chunks.length) {
      ensureCapacity();
    }
    chunks[count] = chunk; // no call from here on
    owner.cells += chunk.length - 1;
    count++;
    last = chunk;
    fill = 1;
    return chunk;
  }

  private @Nullable WheelNode[] newChunk(int length) {
    @Nullable WheelNode[] chunk = new WheelNode[length];
    chunk[0] = owner;
    return chunk;
  }

  /** Checks the next few chunks, in turn, and drops those that are empty. */
  private void dropEmpty() {
    int checks = CHECKS;
    for (int passed = first; checks > 0 && passed < count - 1; passed++) {
      int at = first <= cursor && cursor < count - 1 ? cursor : first;
      cursor = at + 1;
      @Nullable WheelNode[] chunk = chunks[at];
      if (chunk != null) {
        checks--;
        int i = 1;
        while (i < chunk.length && chunk[i] == null) {
          i++;
        }
        if (i == chunk.length) {
          chunks[at] = null;
          owner.cells -= chunk.length - 1;
        }
      }
    }
  }

  private void ensureCapacity() {
    int kept = 0;
    for (int c = first; c < count; c++) {
      kept += chunks[c] == null ? 0 : 1;
    }
    @Nullable WheelNode[] @Nullable [] list = new WheelNode[Math.max(1, 2 * kept)][];
    int to = 0;
    int sweptTo = 0;
    for (int c = first; c < count; c++) { // no call from here on
      if (chunks[c] != null) {
        list[to] = chunks[c];
        to++;
      }
      sweptTo = c < swept ? to : sweptTo;
    }
    chunks = list;
    first = 0;
    count = to;
    cursor = 0;
    swept = sweptTo;
  }

  /** {@return the chunk to be walked next, or null if all were} */
  @Nullable WheelNode @Nullable [] firstChunk() {
    while (first < count && chunks[first] == null) {
      first++;
    }
    return first < count ? chunks[first] : null;
  }

  /** Drops the first chunk, after each of its cells was dealt with. */
  void dropFirst() {
    @Nullable WheelNode[] chunk = firstChunk();
    if (chunk == null || first == count - 1) {
      reset();
    } else { // no call from here on
      owner.cells -= chunk.length - 1;
      chunks[first] = null;
      first++;
    }
  }

  /** Drops all cells, after each was dealt with. */
  void reset() {
    for (int c = first; c < count; c++) { // no call from here on
      owner.cells -= chunks[c] == null ? 0 : chunks[c].length - 1;
    }
    if (chunks.length == 1) {
      chunks[0] = null; // free for the next node that is alone in a slot
    } else {
      chunks = NO_CHUNKS;
    }
    first = 0;
    count = 0;
    last = NO_CELLS;
    fill = 0;
    swept = 0;
    isBegun = false;
    earliest = Wheel.NEVER_TICK;
  }

  /** Passes on every node, in order. */
  void forEach(Consumer<? super WheelNode> to) {
    for (int c = first; c < count; c++) {
      @Nullable WheelNode[] chunk = chunks[c];
      for (int i = 1; chunk != null && i < chunk.length; i++) {
        WheelNode node = chunk[i];
        if (node != null && node.liesIn(chunk, i)) {
          to.accept(node);
        }
      }
    }
  }

  /** {@return how many cells of one of {@link #chunks} hold a node} Reads no node. */
  int live(int c) {
    @Nullable WheelNode[] chunk = chunk(c);
    int live = 0;
    for (int i = 1; chunk != null && i < chunk.length; i++) {
      live += chunk[i] == null ? 0 : 1;
    }
    return live;
  }

  /** Empties the cells that don't count: of nodes that lie elsewhere, or are not armed. */
  void mend() {
    VarHandle.fullFence();
    for (int c = first; c < count; c++) {
      @Nullable WheelNode[] chunk = chunks[c];
      if (chunk != null) {
        mend(chunk);
      }
    }
  }

  static void mend(@Nullable WheelNode[] chunk) {
    for (int i = 1; i < chunk.length; i++) {
      WheelNode node = chunk[i];
      if (node != null && (node.word < 0 || !node.liesIn(chunk, i))) {
        chunk[i] = null;
      }
    }
  }

  /**
   * Frees memory: merges neighbouring chunks if half of their cells or more are empty. So at most
   * half of the cells of a swept slot are empty. Counts the nodes that it finds. Reads a share of
   * the cells, and the next call goes on behind them; {@return how many of the share are left; 0 if
   * there is more to read}
   */
  int sweep(int share) {
    int left = share;
    while (swept < count && left > 0) {
      int from = Math.max(swept, first);
      int to = from;
      int live = 0;
      int cells = 0;
      for (; to < count && left > 0; to++) {
        int here = live(to - first);
        @Nullable WheelNode[] chunk = chunks[to];
        left -= 1 + (chunk == null ? 0 : chunk.length);
        if (live + here >= LONGEST) {
          break;
        }
        live += here;
        cells += chunk == null ? 0 : chunk.length - 1;
      }
      swept = Math.max(to, from + 1); // first: if memory runs out, the next call goes on there
      owner.found += live;
      if (to > from && 2 * live <= cells) {
        replace(from, to, live, cells);
      }
    }
    if (swept < count) {
      return 0;
    }
    swept = 0;
    return Math.max(left, 1);
  }

  /**
   * Replaces several chunks by one, which leaves out cancelled nodes. {@link Wheel} says why a node
   * that is cancelled while it moves leaves no full cell behind.
   */
  private void replace(int from, int to, int live, int cells) {
    @Nullable WheelNode[] fresh = live == 0 ? NO_CELLS : newChunk(1 + live);
    int at = 1;
    for (int c = from; c < to; c++) { // no call from here on
      @Nullable WheelNode[] chunk = chunks[c];
      for (int i = 1; chunk != null && i < chunk.length; i++) {
        WheelNode node = chunk[i];
        chunk[i] = null;
        if (node != null && node.word >= 0 && node.chunk == chunk && node.index == i) {
          fresh[at] = node;
          node.chunk = fresh;
          node.index = at;
          at++;
        }
      }
      chunks[c] = null;
    }
    chunks[from] = at == 1 ? null : fresh;
    owner.cells -= cells - (at == 1 ? 0 : fresh.length - 1);
    if (to == count) {
      while (count > first && chunks[count - 1] == null) {
        count--;
      }
      last = count == first ? NO_CELLS : chunks[count - 1];
      fill = count == from + 1 ? at : last.length;
    }
    VarHandle.fullFence();
    for (int i = 1; i < at; i++) {
      WheelNode node = fresh[i];
      if (node != null && node.word == WheelNode.CANCELLED) {
        fresh[i] = null;
      }
    }
  }
}
