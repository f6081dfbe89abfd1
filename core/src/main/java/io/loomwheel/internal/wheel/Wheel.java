package io.loomwheel.internal.wheel;

import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers ordered by deadline, to the resolution of a tick. The common part of both kinds of wheel.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call. Meanwhile any thread may
 * change the deadline of a node or cancel it. A deadline is rounded up to its tick, so a node never
 * fires early.
 *
 * <p><b>An Error loses nothing.</b> At every call an armed node lies in a cell of this wheel that
 * counts, see {@link Slot}, and a slot stays in use until nothing is left in it. So the next {@link
 * #advance} walks the same slot, and passes over the cells of nodes that have left it. Such a cell
 * is a burden for {@link #count} and a sweep alone, which mend it as they begin.
 *
 * <p><b>A thread that cancels and one that moves a node see each other,</b> by a fence for each
 * chunk. ADR 18 has the decision, {@code docs/design/orders.md} all pairs.
 */
public abstract sealed class Wheel permits HierarchicalWheel, HashedWheel {
  /** Returned by {@link #nextTick} if the wheel has nothing to do. */
  public static final long NEVER_TICK = Long.MAX_VALUE;

  /** How many cells a share of the work is: some 50 µs. */
  private static final int SHARE = 512;

  /** How many nodes are read ahead: about as many as a core can wait for. */
  private static final int READ_AHEAD = 16;

  final SlotOwner owner;

  /** Nodes whose tick had passed when they came; they leave at the next advance. */
  final Slot overdue;

  private final int tickShift;

  /** Everything up to and including this tick has been dealt with. */
  long currentTick;

  /**
   * Nodes of a walked slot that are due by this tick fire, even if {@link #currentTick} is behind
   * it. Otherwise a jump over many ticks would first move each node down level by level.
   */
  long fireBy;

  /**
   * The last node that was left here, if any. Its link leads to the one before, that of the first
   * to itself. Written under the lock, read by any thread.
   */
  private volatile @Nullable WheelNode left;

  /** Nodes fired so far. Written under the lock, read by any thread. */
  private long fired;

  /** How many steps are under way, or were interrupted by an Error: then some cells don't count. */
  private int torn;

  /** The number of the slot to sweep next; negative unless a sweep is under way. */
  private int sweepAt = -1;

  /** The nodes that have left the walked chunk; of length 0 until the first move. */
  private @Nullable WheelNode[] moved = {};

  private int moves;

  Wheel(int tickShift, SlotOwner owner) {
    this.tickShift = tickShift;
    this.owner = owner;
    this.overdue = new Slot(owner);
  }

  /**
   * Links an armed node that no other thread knows. O(1). Either links it or throws an Error;
   * {@return the tick at which {@link #advance} has to be called for this node; may be earlier than
   * that of its deadline, never later}
   */
  public final long insert(WheelNode node) {
    return place(node, node.word);
  }

  /**
   * Links a node that other threads know, unless another wheel has. May be repeated: then it is
   * linked again. {@return as {@link #insert}, or {@link #NEVER_TICK}}
   */
  public final long insertKnown(WheelNode node) {
    return node.word >= 0 && (node.chunk == null || node.owner() == owner)
        ? linkKnown(node)
        : NEVER_TICK;
  }

  /**
   * Links a node of this wheel again, after it has got an earlier deadline, unless it has fired
   * since. May be repeated; {@return as {@link #insert}, or {@link #NEVER_TICK}}
   */
  public final long bringForward(WheelNode node) {
    // The word first: a node that is armed again has left its place before.
    return node.word >= 0 && node.owner() == owner ? linkKnown(node) : NEVER_TICK;
  }

  /** Keeps an armed node that found no memory for a cell; it loses its own. */
  public final void leave(WheelNode node) {
    node.vacate(); // no call from here on
    node.chunk = null;
    WheelNode before = left;
    if (node.next == null) {
      node.next = before == null ? node : before;
      left = node;
    }
  }

  /** {@return whether nodes were left here} Any thread. */
  public final boolean hasLeft() {
    return left != null;
  }

  /** Links the last of those nodes; {@return as {@link #insertKnown}} */
  @SuppressWarnings("NullAway") // there is one
  public final long linkLeft() {
    WheelNode last = left;
    long tick = insertKnown(last);
    left = last.next == last ? null : last.next; // no call from here on
    last.next = null;
    return tick;
  }

  /** Links a node for its deadline, again if another thread has brought that forward meanwhile. */
  private long linkKnown(WheelNode node) {
    torn++;
    long next = NEVER_TICK;
    long linkedFor = Long.MAX_VALUE;
    for (long deadline; (deadline = node.word) < linkedFor; ) {
      linkedFor = deadline;
      @Nullable WheelNode[] former = node.chunk;
      int at = node.index;
      next = Math.min(next, place(node, deadline));
      if (deadline >= 0 && former != null && former[at] == node) {
        former[at] = null;
      }
      VarHandle.fullFence();
    }
    if (linkedFor < 0) {
      node.vacate();
    }
    torn--;
    return next;
  }

  private long place(WheelNode node, long deadline) {
    if (deadline < 0) {
      return NEVER_TICK;
    }
    long tick = tickAtOrAfter(deadline, tickShift);
    if (tick <= currentTick) {
      overdue.append(node);
      return currentTick;
    }
    return link(node, tick);
  }

  /** Links a node whose tick lies ahead; returns the tick at which to advance for it. */
  abstract long link(WheelNode node, long tick);

  /**
   * Moves time on and takes out the nodes that are due, those of one deadline in order of
   * insertion. O(occupied slots crossed + nodes moved), however long the jump. A past tick counts
   * as the latest one seen. {@return as {@link #nextTick}}
   */
  public final long advance(long nowTick, ExpiredBuffer out) {
    torn++;
    fireBy = currentTick;
    walk(overdue, out, Integer.MAX_VALUE);
    turnTo(nowTick, out);
    currentTick = Math.max(currentTick, nowTick);
    torn--;
    return nextFound();
  }

  /** Opens every slot that has a node due by a tick, until a {@link #search} finds none. */
  abstract void turnTo(long nowTick, ExpiredBuffer out);

  /**
   * {@return whether {@link #advance} or {@link #nextTick} has found {@link #work} to do} The
   * thread that calls these may ask without the lock.
   */
  public final boolean hasWork() {
    return isSweeping() || hasComing();
  }

  /**
   * Does a share of the work that need not be done at once: brings a large slot down a level ahead
   * of time, and takes out what has become due, or sweeps. Takes some 50 µs; has no visible effect.
   */
  public final void work(ExpiredBuffer out) {
    torn++;
    search();
    if (hasComing()) {
      bringDown(out, SHARE);
    } else if (sweepAt >= 0) {
      sweepOn(SHARE);
    }
    torn--;
  }

  /** {@return whether a large slot may come down ahead of time} */
  boolean hasComing() {
    return false;
  }

  /** Brings a share of that slot down, right after {@link #hasComing}. */
  void bringDown(ExpiredBuffer out, int share) {}

  /** Begins to give back the memory that cancelled nodes have left unused. */
  public final void beginSweep() {
    mendIfTorn();
    owner.found = 0;
    sweepAt = 0;
  }

  public final boolean isSweeping() {
    return sweepAt >= 0;
  }

  private void sweepOn(int share) {
    for (int left = share; left > 0; left--) {
      sweepAt = nextSlot(sweepAt);
      if (sweepAt < 0) {
        return; // that was all
      }
      Slot slot = slotAt(sweepAt);
      left = slot.sweep(left);
      if (left > 0) {
        if (slot.isEmpty()) {
          release(sweepAt);
        }
        sweepAt++;
      }
    }
  }

  /** {@return the number of the first slot in use from one on, or -1} */
  abstract int nextSlot(int from);

  /** {@return a slot in use} */
  abstract Slot slotAt(int number);

  /** Says that a slot is in use no longer. */
  abstract void release(int number);

  /**
   * {@return the tick of the next work, or {@link #NEVER_TICK}} May be early, because cancelled
   * nodes leave their slot marked; never late.
   */
  public final long nextTick() {
    search();
    return overdue.isEmpty() ? nextFound() : currentTick;
  }

  /** Finds what comes next, after nodes were linked or moved. */
  void search() {}

  /** {@return as {@link #nextTick}, by the last search, and without the overdue nodes} */
  abstract long nextFound();

  /** {@return how many cells there are, used or not} Racy without the lock. */
  public final int cells() {
    return owner.cells;
  }

  /**
   * {@return how many nodes are in this wheel} Exact but for nodes that are being cancelled, if
   * there are no more cells than may be read. Otherwise an estimate by one chunk of every so many:
   * as many in a hundred of all cells hold a node as of those that were read. Which one is chosen
   * at random, because the lengths of chunks repeat from slot to slot; the same one as long as
   * there are as many cells.
   */
  public final long count(int most) {
    mendIfTorn();
    int stride = 1 + cells() / most;
    SplittableRandom random = new SplittableRandom(cells());
    int[] from = {0};
    int[] next = {random.nextInt(stride)};
    long[] live = {0};
    long[] read = {0};
    forEachSlot(
        slot -> {
          int chunks = slot.chunks();
          while (next[0] < chunks) {
            @Nullable WheelNode[] chunk = slot.chunk(next[0]);
            live[0] += slot.live(next[0]);
            read[0] += chunk == null ? 0 : chunk.length - 1;
            from[0] += stride;
            next[0] = from[0] + random.nextInt(stride);
          }
          from[0] -= chunks; // goes on in the next slot, so that a small one counts for its share
          next[0] -= chunks;
        });
    return cells() * live[0] / Math.max(1, read[0]);
  }

  /** Makes each cell that holds a node count, for those who read no node. */
  private void mendIfTorn() {
    if (torn > 0) {
      forEachSlot(Slot::mend);
      torn = 0;
    }
  }

  /** {@return how many nodes were fired so far} Any thread; without the lock it may be stale. */
  public final long fired() {
    return fired;
  }

  /** Passes on every node in this wheel, due or not, in no order; some may have been cancelled. */
  public final void forEach(Consumer<? super WheelNode> to) {
    forEachSlot(slot -> slot.forEach(to));
  }

  public final void clear() {
    overdue.reset();
    for (int i = nextSlot(0); i >= 0; i = nextSlot(i + 1)) {
      slotAt(i).reset();
      release(i);
    }
  }

  /** Visits every slot in use. */
  final void forEachSlot(Consumer<Slot> visit) {
    visit.accept(overdue);
    for (int i = nextSlot(0); i >= 0; i = nextSlot(i + 1)) {
      visit.accept(slotAt(i));
    }
  }

  /** Walks so many cells, at least: fires the nodes due by {@link #fireBy}, moves the rest. */
  final void walk(Slot slot, ExpiredBuffer out, int share) {
    slot.isBegun = true;
    int left = share;
    for (@Nullable WheelNode[] chunk; left > 0 && (chunk = slot.firstChunk()) != null; ) {
      walk(chunk, out);
      slot.dropFirst();
      left -= chunk.length - 1;
    }
    if (slot.isEmpty()) {
      slot.reset();
    }
  }

  /** Fires or moves the nodes of a chunk. */
  final void walk(@Nullable WheelNode[] chunk, ExpiredBuffer out) {
    moves = 0;
    for (int i = 1; i < chunk.length; i++) {
      if (i % READ_AHEAD == 1) {
        readAhead(chunk, i);
      }
      WheelNode node = chunk[i];
      // The word first: a node that is armed again has left its place before.
      if (node != null && node.word >= 0 && node.liesIn(chunk, i)) {
        fireOrMove(node, out);
      }
    }
    settleMoves();
    Slot.mend(chunk);
  }

  /** Empties the new cells of nodes that were cancelled as they moved. */
  private void settleMoves() {
    if (moves > 0) {
      VarHandle.fullFence();
      for (int i = 0; i < moves; i++) {
        WheelNode node = moved[i];
        if (node != null && node.word == WheelNode.CANCELLED) {
          node.vacate();
        }
        moved[i] = null;
      }
    }
  }

  /**
   * Reads the next few nodes, as {@link WheelNode#prefetch} does: a compare-and-set, as each of
   * them gets if it fires, lets the core read nothing behind it until it is done (ADR 21).
   */
  private void readAhead(@Nullable WheelNode[] chunk, int from) {
    int sum = 0;
    for (int i = from, end = Math.min(chunk.length, from + READ_AHEAD); i < end; i++) {
      WheelNode node = chunk[i];
      sum += node == null ? 0 : (int) node.word + node.index; // they may lie in two lines
    }
    WheelNode.keep(sum);
  }

  final void fireOrMove(WheelNode node, ExpiredBuffer out) {
    out.reserve();
    long deadline;
    while ((deadline = node.word) >= 0) {
      long tick = tickAtOrAfter(deadline, tickShift);
      if (tick > fireBy) {
        if (moved.length == 0) {
          moved = new WheelNode[Slot.LONGEST];
        }
        moved[moves] = node;
        moves++;
        move(node, tick);
        return;
      }
      int owned = node.executor() == null ? 0 : 1; // asked here, where the node is at hand
      if (node.claimForFiring(deadline)) { // no call from here on: out holds the fired node
        out.deadlines[out.size] = deadline;
        out.nodes[out.size] = node;
        out.size++;
        out.owned += owned;
        fired++;
        return;
      }
    }
  }

  /** Links a node of a walked slot elsewhere, or leaves it there. */
  void move(WheelNode node, long tick) {
    link(node, tick);
  }

  /** {@return the first tick that begins at a deadline, which is not negative, or after it} */
  public static long tickAtOrAfter(long deadlineNanos, int tickShift) {
    return ((deadlineNanos - 1) >> tickShift) + 1;
  }
}
