package io.loomwheel.internal.wheel;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one slot in order of arrival: a list of chunks, with holes where nodes were
 * cancelled.
 *
 * <p><b>A cell never holds a second node.</b> Nodes are only appended. A chunk whose nodes have all
 * gone is dropped and not filled again, and {@link #sweep} copies what is left into new chunks. So
 * a thread that cancels empties the cell of its node by a plain store, without a lock: where the
 * node has moved, that cell is empty already or about to be dropped.
 *
 * <p>All methods are called under the shard's lock. Append is O(1): a new chunk looks at two older
 * ones, and drops them if they are empty.
 *
 * <p><b>No Error leaves a slot in between two states.</b> A call may overflow the stack, an
 * allocation may find no memory. So a method that changes more than one field calls and allocates
 * first and then only stores. This is why plain loops move the cells here.
 */
final class Slot {
  /** The length of a long chunk: a mark, and as many cells as fit into four cache lines. */
  static final int LONGEST = 64;

  private static final int SHORTEST = 4;
  private static final int LOOKS = 2;
  private static final @Nullable WheelNode[] @Nullable [] NO_CHUNKS = {};
  private static final @Nullable WheelNode[] NO_CELLS = {};

  private final OwnerMark mark;

  /** The chunks in order of arrival; null where one was dropped. */
  private @Nullable WheelNode[] @Nullable [] chunks = NO_CHUNKS;

  /** How many of {@link #chunks} are in use or dropped. */
  private int count;

  /** The youngest chunk, which is appended to; never dropped alone. */
  private @Nullable WheelNode[] last = NO_CELLS;

  /** The next free cell of {@link #last}. */
  private int fill;

  /** How many cells the chunks before the last one have. */
  private int cellsBefore;

  /** The chunk that the next new one looks at. */
  private int hand;

  Slot(OwnerMark mark) {
    this.mark = mark;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** {@return how many cells are in use, holes included} */
  int size() {
    return count == 0 ? 0 : cellsBefore + fill - 1;
  }

  /** {@return how many chunks there are, those that were dropped included} */
  int chunks() {
    return count;
  }

  /** {@return a chunk, which holds nodes from index 1 to {@link #end}; null if it was dropped} */
  @Nullable WheelNode @Nullable [] chunk(int c) {
    return chunks[c];
  }

  /** {@return the index behind the last cell of a chunk} */
  int end(int c, @Nullable WheelNode[] chunk) {
    return c == count - 1 ? fill : chunk.length;
  }

  /** Adds a node, as its last step. If it throws an Error, the node is not added. */
  void append(WheelNode node) {
    @Nullable WheelNode[] chunk = last;
    int i = fill;
    if (i == chunk.length) {
      chunk = addChunk();
      i = 1;
    }
    node.chunk = chunk;
    node.index = i;
    chunk[i] = node;
    fill = i + 1;
  }

  private @Nullable WheelNode[] addChunk() {
    @Nullable WheelNode[] full = last;
    @Nullable WheelNode[] chunk = newChunk(Math.min(LONGEST, Math.max(SHORTEST, 2 * full.length)));
    dropEmpty();
    if (count == chunks.length) {
      makeRoom();
    }
    chunks[count] = chunk; // no call from here on
    cellsBefore += count == 0 ? 0 : full.length - 1;
    count++;
    last = chunk;
    fill = 1;
    return chunk;
  }

  private @Nullable WheelNode[] newChunk(int length) {
    @Nullable WheelNode[] chunk = new WheelNode[length];
    chunk[0] = mark;
    return chunk;
  }

  /** Looks at the next few chunks, in turn, and drops those that are empty. Calls nothing. */
  private void dropEmpty() {
    int before = count - 1;
    int looks = LOOKS < before ? LOOKS : before;
    for (int passed = 0; looks > 0 && passed < before; passed++) {
      int at = hand < before ? hand : 0;
      @Nullable WheelNode[] chunk = chunks[at];
      if (chunk != null) {
        looks--;
        int i = 1;
        while (i < chunk.length && chunk[i] == null) {
          i++;
        }
        if (i == chunk.length) {
          chunks[at] = null;
          cellsBefore -= chunk.length - 1;
        }
      }
      hand = at + 1;
    }
  }

  /** Makes room for another chunk in the list. */
  private void makeRoom() {
    int kept = 0;
    for (int c = 0; c < count; c++) {
      kept += chunks[c] == null ? 0 : 1;
    }
    if (2 * kept >= count) {
      chunks = Arrays.copyOf(chunks, Math.max(1, count * 2));
      return;
    }
    int full = count;
    int to = 0;
    for (int c = 0; c < full; c++) {
      if (chunks[c] != null) {
        chunks[to] = chunks[c];
        to++;
      }
    }
    count = to;
    hand = 0;
    for (int c = to; c < full; c++) {
      chunks[c] = null;
    }
  }

  /** Drops all cells, after each was handled. */
  void reset() {
    chunks = NO_CHUNKS;
    count = 0;
    last = NO_CELLS;
    fill = 0;
    cellsBefore = 0;
    hand = 0;
  }

  /** Passes on every node, in order. */
  void forEach(Consumer<? super WheelNode> to) {
    for (int c = 0; c < count; c++) {
      @Nullable WheelNode[] chunk = chunks[c];
      for (int i = 1; chunk != null && i < end(c, chunk); i++) {
        WheelNode node = chunk[i];
        if (node != null) {
          to.accept(node);
        }
      }
    }
  }

  /** {@return how many cells hold a node} Reads no node. */
  int live() {
    int live = 0;
    for (int c = 0; c < count; c++) {
      @Nullable WheelNode[] chunk = chunks[c];
      if (chunk != null) {
        for (int i = 1, end = end(c, chunk); i < end; i++) {
          live += chunk[i] == null ? 0 : 1;
        }
      }
    }
    return live;
  }

  /**
   * Gives back the memory of holes if they are half of the cells or more; otherwise does nothing,
   * because moving a node costs a cache miss. Returns whether the slot is still in use.
   */
  boolean sweep() {
    int live = live();
    if (live == 0) {
      reset();
    } else if (live <= size() / 2) {
      copy(live);
      dropDead();
    }
    return count > 0;
  }

  /** Copies the nodes into new chunks. Leaves out the cancelled ones whose cells were missed. */
  private void copy(int live) {
    int cells = LONGEST - 1;
    @Nullable WheelNode[] @Nullable [] fresh = new WheelNode[(live + cells - 1) / cells][];
    for (int c = 0; c < fresh.length; c++) {
      fresh[c] = newChunk(1 + Math.min(cells, live - c * cells));
    }
    int copied = 0;
    for (int c = 0; c < count; c++) { // no call from here on
      @Nullable WheelNode[] chunk = chunks[c];
      int end = chunk == null ? 0 : c == count - 1 ? fill : chunk.length;
      for (int i = 1; i < end; i++) {
        WheelNode node = chunk[i];
        if (node != null && node.word != WheelNode.CANCELLED) {
          @Nullable WheelNode[] to = fresh[copied / cells];
          int at = 1 + copied % cells;
          node.chunk = to;
          node.index = at;
          to[at] = node;
          copied++;
        }
      }
    }
    chunks = fresh;
    count = (copied + cells - 1) / cells;
    last = count == 0 ? NO_CELLS : fresh[count - 1];
    cellsBefore = count == 0 ? 0 : (count - 1) * cells;
    fill = count == 0 ? 0 : 1 + copied - cellsBefore;
    hand = 0;
  }

  /**
   * Empties the cells of cancelled nodes. A thread that cancelled a node while it moved may have
   * looked at the former cell; then the node's word, read here behind a fence, tells of it.
   */
  void dropDead() {
    VarHandle.fullFence();
    for (int c = 0; c < count; c++) {
      @Nullable WheelNode[] chunk = chunks[c];
      if (chunk != null) {
        for (int i = 1, end = end(c, chunk); i < end; i++) {
          WheelNode node = chunk[i];
          if (node != null && node.word == WheelNode.CANCELLED) {
            chunk[i] = null;
          }
        }
      }
    }
  }
}
