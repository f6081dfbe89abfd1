package io.loomwheel.internal.wheel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers ordered by deadline, to the resolution of a tick. The common part of both kinds of wheel.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call. Meanwhile any thread may
 * change the deadline of a node or cancel it. A deadline is rounded up to its tick, so a node never
 * fires early.
 *
 * <p><b>No node is linked into a slot that is being walked.</b> The slot is taken out of the wheel
 * first and kept in {@link #walked}, out of reach of {@link #link}. A node that was put off
 * meanwhile goes into another slot, whatever its deadline.
 *
 * <p><b>An Error loses nothing.</b> A call may overflow the stack and an allocation may find no
 * memory, so neither happens between the store that takes a node from one place and the store that
 * puts it into the next. After an Error the next {@link #advance} goes on with the interrupted
 * work, and {@link #nextTick} asks for it at once.
 */
public abstract sealed class Wheel permits HierarchicalWheel, HashedWheel {
  /** Returned by {@link #nextTick} if the wheel has nothing to do. */
  public static final long NEVER_TICK = Long.MAX_VALUE;

  /** The mark of all chunks of this wheel, through which nodes lead to its owner. */
  final OwnerMark mark;

  /** Nodes whose tick had passed when they came; they leave at the next advance. */
  Slot overdue;

  /** Taken out of the wheel to be walked; null unless a walk is under way or was interrupted. */
  @Nullable Slot walked;

  /** An empty slot to put in the place of the next one that is walked; null if there is none. */
  private @Nullable Slot spare;

  /** Nodes that move while others may cancel them. */
  final Moves moves = new Moves();

  final ReadAhead ahead = new ReadAhead();

  private final FormerPlace former = new FormerPlace();

  /** Whether a sweep is under way or was interrupted by an Error. */
  private boolean sweeping;

  private final int tickShift;

  /** Everything up to and including this tick has been dealt with. */
  long currentTick;

  /**
   * Nodes of the walked slot that are due by this tick fire, even if {@link #currentTick} is behind
   * it. Otherwise a jump over many ticks would first move each node down level by level.
   */
  long fireBy;

  /** Nodes fired so far. Written under the lock, read by any thread. */
  private long fired;

  Wheel(int tickShift, SlotOwner owner) {
    this.tickShift = tickShift;
    this.mark = new OwnerMark(owner);
    this.overdue = new Slot(mark);
  }

  /**
   * Links an armed node; leaves out one that was cancelled meanwhile. O(1). Either links it or
   * throws an Error.
   *
   * @param node in no wheel
   * @return the tick at which {@link #advance} has to be called for this node; may be earlier than
   *     that of its deadline, never later
   */
  public final long insert(WheelNode node) {
    return insert(node, node.word);
  }

  /**
   * Links a node for a given deadline, which may have changed meanwhile.
   *
   * @param node in no wheel
   * @param deadlineNanos read from the node, negative if it is not armed
   * @return as {@link #insert(WheelNode)}
   */
  public final long insert(WheelNode node, long deadlineNanos) {
    if (deadlineNanos < 0) {
      return NEVER_TICK;
    }
    return place(node, tickAtOrAfter(deadlineNanos, tickShift));
  }

  /** {@return where a node was before it is linked elsewhere} */
  public final FormerPlace former() {
    return former;
  }

  final long place(WheelNode node, long tick) {
    if (tick <= currentTick) {
      overdue.append(node);
      return currentTick;
    }
    return link(node, tick);
  }

  /** Links a node whose tick lies ahead; returns the tick at which to advance for it. */
  abstract long link(WheelNode node, long tick);

  /**
   * Moves time on and takes out the nodes that are due. O(occupied slots crossed + nodes moved),
   * however long the jump.
   *
   * @param nowTick the tick now; a past tick counts as the latest one seen
   * @param out gets the fired nodes, those of one deadline in order of insertion
   */
  public final void advance(long nowTick, ExpiredBuffer out) {
    walkOn(out);
    fireBy = currentTick;
    if (!overdue.isEmpty()) {
      Slot empty = emptySlot();
      Slot full = overdue;
      overdue = empty;
      walked = full;
      walkOn(out);
    }
    turnTo(nowTick, out);
    currentTick = Math.max(currentTick, nowTick);
  }

  /**
   * Does some work of the next {@link #advance} ahead of time. Called after each one; has no
   * visible effect.
   */
  public abstract void prepare();

  /** Opens every slot that has a node due by a tick. */
  abstract void turnTo(long nowTick, ExpiredBuffer out);

  /**
   * {@return the tick of the next work, or {@link #NEVER_TICK}} May be early, because cancelled
   * nodes leave their slot marked; never late.
   */
  public final long nextTick() {
    return walked == null && overdue.isEmpty() ? nextLinkedTick() : currentTick;
  }

  /** {@return as {@link #nextTick}, but only for nodes that are not overdue} */
  abstract long nextLinkedTick();

  /** Gives back the memory that cancelled nodes have left unused. O(cells). */
  public final void sweep() {
    sweeping = true;
    overdue.sweep();
    sweepLinked();
    sweeping = false;
  }

  abstract void sweepLinked();

  /** {@return how many cells are in use, those of cancelled nodes included} O(slots). */
  public final int cells() {
    int[] sum = {0};
    forEachSlot(slot -> sum[0] += slot.size());
    return sum[0];
  }

  /**
   * {@return how many nodes are in this wheel} O(cells). Exact but for nodes that are being
   * cancelled.
   */
  public final int count() {
    moves.settle();
    if (sweeping) {
      forEachSlot(Slot::dropDead);
      sweeping = false;
    }
    int[] sum = {0};
    forEachSlot(slot -> sum[0] += slot.live());
    return sum[0];
  }

  /** {@return how many nodes were fired so far} Any thread; without the lock it may be stale. */
  public final long fired() {
    return fired;
  }

  /**
   * Passes on every node in this wheel, due or not, in no order.
   *
   * @param to gets the nodes; some may have been cancelled
   */
  public final void forEach(Consumer<? super WheelNode> to) {
    forEachSlot(slot -> slot.forEach(to));
  }

  /** Drops every node. */
  public final void clear() {
    overdue = new Slot(mark);
    walked = null;
    clearLinked();
  }

  private void forEachSlot(Consumer<Slot> visit) {
    visit.accept(overdue);
    if (walked != null) {
      visit.accept(walked);
    }
    forEachLinkedSlot(visit);
  }

  /** Visits every slot in use but the overdue one and the walked one. */
  abstract void forEachLinkedSlot(Consumer<Slot> visit);

  /** Drops every linked node. */
  abstract void clearLinked();

  /** {@return an empty slot to replace one that is to be walked} */
  final Slot emptySlot() {
    Slot empty = spare;
    spare = null;
    return empty == null ? new Slot(mark) : empty;
  }

  /**
   * Goes on with the walked slot: fires the nodes due by {@link #fireBy} and links the rest again.
   * The caller has set {@link #walked} as it took the slot out of the wheel.
   */
  final void walkOn(ExpiredBuffer out) {
    Slot slot = walked;
    if (slot == null) {
      return;
    }
    for (int c = 0; c < slot.chunks(); c++) {
      @Nullable WheelNode[] chunk = slot.chunk(c);
      for (int i = 1; chunk != null && i < slot.end(c, chunk); i++) {
        ahead.read(chunk, i);
        WheelNode node = chunk[i];
        if (node != null) {
          fireOrLink(node, out);
          chunk[i] = null;
        }
      }
    }
    moves.settle();
    slot.reset();
    walked = null;
    spare = slot;
  }

  private void fireOrLink(WheelNode node, ExpiredBuffer out) {
    out.reserve();
    long deadline;
    while ((deadline = node.word) >= 0) {
      long tick = tickAtOrAfter(deadline, tickShift);
      if (tick > fireBy) {
        moves.note(node);
        link(node, tick);
        return;
      }
      if (fire(node, deadline, out)) {
        return;
      }
    }
  }

  /** Fires a node unless its word has changed. {@code out} has room. */
  final boolean fire(WheelNode node, long deadline, ExpiredBuffer out) {
    int owned = node.executor() == null ? 0 : 1; // asked here, where the node is at hand
    if (!node.claimForFiring(deadline)) {
      return false;
    }
    // No call from here on: the node is fired, and out holds it.
    out.deadlines[out.size] = deadline;
    out.nodes[out.size] = node;
    out.size++;
    out.owned += owned;
    fired++;
    return true;
  }

  final long tickOf(long deadlineNanos) {
    return tickAtOrAfter(deadlineNanos, tickShift);
  }

  /**
   * Rounds a deadline up to its tick.
   *
   * @param deadlineNanos not negative
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @return the first tick that begins at the deadline or after it
   */
  public static long tickAtOrAfter(long deadlineNanos, int tickShift) {
    return ((deadlineNanos - 1) >> tickShift) + 1;
  }
}
