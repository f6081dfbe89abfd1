package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All shards of a timer. A shard is made on first use, so a timer that few threads use has few
 * shards.
 *
 * <p>Each thread arms in one shard, its home, found by a hash of its id, so that the shard's cache
 * lines stay with its core. A thread that finds its home locked moves to the shard that it got. The
 * races for this are benign: a lost or stale entry sends a thread to another shard, and any will
 * do.
 *
 * <p>Thread-safe. Finding a shard costs a load.
 */
final class Shards {
  private static final int ENTRIES = 256;

  final Function<? super SlotOwner, ? extends Wheel> wheels;

  /** Called by a thread that has left work: a shard is to be swept, or an inbox emptied. */
  final Runnable driverWanted;

  /** Each is null until first used. */
  private final AtomicReferenceArray<@Nullable Shard> shards;

  /** Those that are not null; not to be changed. */
  volatile Shard[] made = {};

  /** For each entry, the bits in which its home differs from the one that it began with. */
  private final short[] moved = new short[ENTRIES];

  /** Whether the timer was stopped: then no shard takes a node. */
  volatile boolean closed;

  Shards(int count, Function<? super SlotOwner, ? extends Wheel> wheels, Runnable driverWanted) {
    this.driverWanted = driverWanted;
    this.shards = new AtomicReferenceArray<>(count);
    this.wheels = wheels;
  }

  int count() {
    return shards.length();
  }

  /** {@return the calling thread's entry in the table of homes} */
  static int entry() {
    long id = Thread.currentThread().threadId();
    return (int) ((id * 0x9E3779B97F4A7C15L) >>> 56);
  }

  /** {@return the number of the shard in which the threads of an entry arm} */
  int homeOf(int entry) {
    return (entry ^ moved[entry]) & (count() - 1);
  }

  void moveHome(int entry, int shard) {
    moved[entry] = (short) (entry ^ shard);
  }

  /** {@return a shard, made if need be} */
  Shard at(int i) {
    Shard shard = shards.getAcquire(i);
    return shard == null ? make(i) : shard;
  }

  /** {@return a shard, or any other if it isn't made} Needs no memory. */
  Shard madeAt(int i) {
    Shard shard = shards.getAcquire(i);
    return shard == null ? made[0] : shard;
  }

  private synchronized Shard make(int i) {
    Shard shard = shards.get(i);
    if (shard == null) {
      shard = new Shard(this);
      Shard[] more = Arrays.copyOf(made, made.length + 1);
      more[made.length] = shard;
      made = more;
      shards.set(i, shard);
    }
    return shard;
  }

  /**
   * Closes all shards, even if one throws: they refuse new nodes, and pass on those that are left.
   * May be called again, after an Error too.
   */
  void close(Consumer<? super WheelNode> to) {
    closed = true; // before the shards are read: one that is made later links nothing
    Callbacks.callEach(Arrays.asList(made), shard -> shard.close(to));
  }
}
