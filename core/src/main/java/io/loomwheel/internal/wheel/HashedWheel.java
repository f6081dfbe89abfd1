package io.loomwheel.internal.wheel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A wheel of one ring: a node lies in the slot of its tick modulo the ring's size, and stays there
 * for as many rounds as its deadline is away. Varghese and Lauck's scheme 6, the shape of Netty's
 * and Dubbo's wheels; without their ticking, because the {@link Ring} knows the earliest tick of
 * each slot.
 *
 * <p>Nodes never move, but opening a slot also visits its nodes of later rounds. So it suits
 * timeouts that mostly fit into one round. Slots are made when first used.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call.
 */
public final class HashedWheel extends Wheel {
  private final int mask;
  private final Ring ring;

  /** Nodes that were rescheduled to a later tick, taken from the opened slot; in no ring. */
  private Slot putOff;

  /**
   * Makes an empty wheel at tick 0.
   *
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param ticksPerWheel the size of the ring, a power of two
   * @param owner returned by {@link WheelNode#owner} of its nodes
   */
  public HashedWheel(int tickShift, int ticksPerWheel, SlotOwner owner) {
    super(tickShift, owner);
    mask = ticksPerWheel - 1;
    ring = Ring.of(ticksPerWheel);
    putOff = new Slot(mark);
  }

  @Override
  long link(WheelNode node, long tick) {
    ring.link(node, tick, (int) tick & mask, mark);
    return tick;
  }

  @Override
  void turnTo(long nowTick, ExpiredBuffer out) {
    currentTick = Math.max(currentTick, nowTick);
    fireBy = currentTick;
    linkPutOff(out); // an Error interrupted it
    while (ring.earliest() <= currentTick) {
      Ring leaf = ring.leafOfEarliest();
      leaf.raise(leaf.indexOfEarliest(), open(leaf, leaf.indexOfEarliest(), out));
      linkPutOff(out);
    }
  }

  /**
   * Fires the nodes of a slot that are due and takes out those that were put off. Links nothing
   * meanwhile. Nodes of a later round stay.
   *
   * @return the earliest tick of the nodes that stay
   */
  private long open(Ring leaf, int i, ExpiredBuffer out) {
    Slot slot = leaf.slot(i);
    long next = NEVER_TICK;
    for (int c = 0; c < slot.chunks(); c++) {
      @Nullable WheelNode[] chunk = slot.chunk(c);
      for (int j = 1; chunk != null && j < slot.end(c, chunk); j++) {
        ahead.read(chunk, j);
        WheelNode node = chunk[j];
        if (node != null) {
          long tick = fireOrPutOff(node, leaf.numberOf(i), out);
          if (tick == NEVER_TICK) {
            chunk[j] = null;
          }
          next = Math.min(next, tick);
        }
      }
    }
    return slot.sweep() ? next : NEVER_TICK;
  }

  /** {@return the tick of a node that stays in its slot, or {@link #NEVER_TICK}} */
  private long fireOrPutOff(WheelNode node, int number, ExpiredBuffer out) {
    out.reserve();
    long deadline;
    while ((deadline = node.word) >= 0) {
      long tick = tickOf(deadline);
      if (tick > currentTick) {
        if (((int) tick & mask) == number) {
          return tick;
        }
        moves.note(node);
        putOff.append(node);
        return NEVER_TICK;
      }
      if (fire(node, deadline, out)) {
        return NEVER_TICK;
      }
    }
    return NEVER_TICK;
  }

  private void linkPutOff(ExpiredBuffer out) {
    if (!putOff.isEmpty()) {
      Slot empty = emptySlot();
      Slot full = putOff;
      putOff = empty;
      walked = full;
      walkOn(out);
    }
  }

  /** Does nothing: nodes lie where they are opened. */
  @Override
  public void prepare() {}

  @Override
  long nextLinkedTick() {
    return putOff.isEmpty() ? ring.earliest() : currentTick;
  }

  @Override
  void sweepLinked() {
    ring.sweep(this);
  }

  @Override
  void forEachLinkedSlot(Consumer<Slot> visit) {
    visit.accept(putOff);
    ring.forEachSlot(visit);
  }

  @Override
  void clearLinked() {
    putOff = new Slot(mark);
    ring.clear();
  }
}
