package io.loomwheel.internal.wheel;

import java.util.function.Consumer;

/**
 * A wheel of one ring: a node lies in the slot of its tick modulo the ring's size, and stays there
 * for as many rounds as its deadline is away. Varghese and Lauck's scheme 6, the shape of Netty's
 * and Dubbo's wheels; without their ticking, because the {@link Ring} knows the earliest tick of
 * each slot.
 *
 * <p>Nodes never move, but a slot that is opened is walked past those of later rounds. So it suits
 * timeouts that mostly fit into one round. Slots are made when first used.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call.
 */
public final class HashedWheel extends Wheel {
  private final int mask;
  private final Ring ring;

  /** Nodes that were put off, on their way from the slot that was opened; in no ring. */
  private Slot putOff;

  /**
   * Makes an empty wheel at tick 0.
   *
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param ticksPerWheel the size of the ring, a power of two
   * @param owner what {@link WheelNode#owner} of its nodes shall be
   */
  public HashedWheel(int tickShift, int ticksPerWheel, SlotOwner owner) {
    super(tickShift, owner);
    mask = ticksPerWheel - 1;
    ring = Ring.of(ticksPerWheel);
    putOff = new Slot(owner);
  }

  @Override
  long link(WheelNode node, long tick) {
    ring.link(node, tick, (int) tick & mask, owner);
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
   * Fires what is due in a slot and takes out what was put off, while nothing is linked. What is
   * due in a later round stays.
   *
   * @return the earliest tick of what stays
   */
  private long open(Ring leaf, int i, ExpiredBuffer out) {
    Slot slot = leaf.slot(i);
    long next = NEVER_TICK;
    for (int j = 0; j < slot.size; j++) {
      WheelNode node = slot.cells[j];
      if (node != null) {
        long tick = fireOrPutOff(node, leaf.numberOf(i), out);
        if (tick == NEVER_TICK) {
          slot.cells[j] = null;
        }
        next = Math.min(next, tick);
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

  /** Nothing: nodes lie where they are opened. */
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
    putOff = new Slot(owner);
    ring.clear();
  }
}
