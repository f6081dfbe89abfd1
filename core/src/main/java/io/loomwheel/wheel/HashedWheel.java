package io.loomwheel.wheel;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A wheel of one ring: a node lies in the slot of its tick modulo the ring's size, and stays there
 * for as many rounds as its deadline is away. Varghese and Lauck's scheme 6, the shape of Netty's
 * and Dubbo's wheels; without their ticking, because a bitmap says which slots are occupied and
 * each slot knows its earliest tick.
 *
 * <p>Nodes never move, but a slot that is opened is walked past those of later rounds. So it suits
 * timeouts that mostly fit into one round; the ring is paid for at once, in every shard.
 *
 * <p>Not thread-safe: the owning shard holds its lock around every call.
 */
public final class HashedWheel extends Wheel {
  private final int mask;
  private final @Nullable Slot[] slots;

  /** The earliest tick of each slot; early if its node was cancelled, never late. */
  private final long[] earliest;

  /** Bit {@code i} is set while slot {@code i} is in use. */
  private final long[] occupied;

  /**
   * Makes an empty wheel at tick 0.
   *
   * @param tickShift a tick is two to the power of this many nanoseconds
   * @param ticksPerWheel the size of the ring, a power of two
   * @param keeper what {@link WheelNode#keeper} of its nodes shall be
   */
  public HashedWheel(int tickShift, int ticksPerWheel, @Nullable Object keeper) {
    super(tickShift, keeper);
    mask = ticksPerWheel - 1;
    slots = new Slot[ticksPerWheel];
    earliest = new long[ticksPerWheel];
    Arrays.fill(earliest, NEVER_TICK);
    occupied = new long[(ticksPerWheel + 63) >>> 6];
  }

  @Override
  long link(WheelNode node, long tick) {
    int i = (int) tick & mask;
    Slot slot = slots[i];
    if (slot == null) {
      slots[i] = slot = new Slot(keeper);
    }
    slot.append(node);
    occupied[i >>> 6] |= 1L << i;
    earliest[i] = Math.min(earliest[i], tick);
    return tick;
  }

  @Override
  void turnTo(long nowTick, Expired out) {
    int from = out.size();
    long ahead = nowTick - currentTick();
    for (int distance = 1; (distance = nextOccupied(distance)) <= Math.min(ahead, slots.length); ) {
      int i = (int) (currentTick() + distance) & mask;
      if (earliest[i] <= nowTick) {
        open(i, nowTick, out);
      }
      distance++;
    }
    out.sort(from); // a jump over more than a round meets the slots out of order
  }

  /** Fires what is due in a slot, and keeps there what is due in a later round. */
  private void open(int i, long nowTick, Expired out) {
    Slot slot = slot(i);
    long next = NEVER_TICK;
    for (int j = 0; j < slot.size(); j++) {
      WheelNode node = slot.at(j);
      if (node == null) {
        continue;
      }
      if (!fireIfDue(node, nowTick, out)) {
        long tick = tickOf(node.armedDeadlineNanos());
        if (node.isArmed() && ((int) tick & mask) == i) {
          next = Math.min(next, tick);
          continue;
        }
        insert(node); // put off since it was linked, or cancelled
      }
      slot.remove(j);
    }
    earliest[i] = next;
    if (!slot.sweep()) {
      forget(i);
    }
  }

  /** Nothing: nodes lie where they are opened. */
  @Override
  public void prepare() {}

  @Override
  long nextLinkedTick() {
    long next = NEVER_TICK;
    for (int distance = 1; (distance = nextOccupied(distance)) <= slots.length; distance++) {
      long visit = currentTick() + distance;
      if (next <= visit) {
        break; // all that follow are later
      }
      next = Math.min(next, earliest[(int) visit & mask]);
    }
    return next;
  }

  /** {@return how many ticks ahead the next occupied slot lies, from a distance on} */
  private int nextOccupied(int distance) {
    while (distance <= slots.length) {
      int i = (int) (currentTick() + distance) & mask;
      long word = occupied[i >>> 6] >>> i;
      if (word != 0) {
        return distance + Long.numberOfTrailingZeros(word);
      }
      distance += Math.min(64, slots.length) - (i & Math.min(63, mask));
    }
    return distance;
  }

  @Override
  void sweepLinked() {
    for (int i = 0; i < slots.length; i++) {
      Slot slot = slots[i];
      if (slot != null) {
        earliest[i] = earliestIn(slot);
        if (!slot.sweep()) {
          forget(i);
        }
      }
    }
  }

  private long earliestIn(Slot slot) {
    long first = NEVER_TICK;
    for (int j = 0; j < slot.size(); j++) {
      WheelNode node = slot.at(j);
      long deadline = node == null ? -1 : node.armedDeadlineNanos();
      if (deadline >= 0) {
        first = Math.min(first, tickOf(deadline));
      }
    }
    return first;
  }

  @Override
  void forEachSlot(Consumer<Slot> visit) {
    visit.accept(overdue);
    for (Slot slot : slots) {
      if (slot != null) {
        visit.accept(slot);
      }
    }
  }

  @Override
  void forgetSlots() {
    Arrays.fill(occupied, 0);
    Arrays.fill(earliest, NEVER_TICK);
  }

  private void forget(int i) {
    occupied[i >>> 6] &= ~(1L << i);
    earliest[i] = NEVER_TICK;
  }

  @SuppressWarnings("NullAway") // an occupied slot exists
  private Slot slot(int i) {
    return slots[i];
  }
}
