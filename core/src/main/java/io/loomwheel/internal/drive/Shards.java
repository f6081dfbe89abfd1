package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
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

  private final Function<? super SlotOwner, ? extends Wheel> wheels;

  /** Called by a thread that cancels, when a shard is to be swept. */
  private final Runnable sweepWanted;

  /**
   * Each is null until first used; set once, under this object's monitor. Volatile: the driver
   * reads it after it has published its wake-up time, and the thread that makes a shard arms in it
   * and then reads that time.
   */
  private final AtomicReferenceArray<@Nullable Shard> shards;

  /** For each entry, the bits in which its home differs from the one that it began with. */
  private final short[] moved = new short[ENTRIES];

  /** Set once; a shard that is made afterwards takes nothing. Guarded by this object's monitor. */
  private boolean closed;

  Shards(int count, Function<? super SlotOwner, ? extends Wheel> wheels, Runnable sweepWanted) {
    this.sweepWanted = sweepWanted;
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

  private synchronized Shard make(int i) {
    Shard shard = shards.get(i);
    if (shard == null) {
      shard = new Shard(wheels, sweepWanted);
      if (closed) {
        shard.close(node -> {});
      }
      shards.set(i, shard);
    }
    return shard;
  }

  /** {@return a shard, or null if it was not made yet} */
  @Nullable Shard ifMade(int i) {
    return shards.get(i);
  }

  void forEach(Consumer<? super Shard> to) {
    for (int i = 0; i < shards.length(); i++) {
      Shard shard = shards.get(i);
      if (shard != null) {
        to.accept(shard);
      }
    }
  }

  boolean any(Predicate<? super Shard> wanted) {
    for (int i = 0; i < shards.length(); i++) {
      Shard shard = shards.get(i);
      if (shard != null && wanted.test(shard)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Closes all shards, even if one throws: they refuse new nodes. May be called again, after an
   * Error too.
   *
   * @param to gets the nodes that are left
   */
  void close(Consumer<? super WheelNode> to) {
    synchronized (this) {
      closed = true;
    }
    Throwable first = null;
    for (int i = 0; i < shards.length(); i++) {
      Shard shard = shards.get(i);
      try {
        if (shard != null) {
          shard.close(to);
        }
      } catch (Throwable thrown) {
        first = Callbacks.add(first, thrown);
      }
    }
    Callbacks.throwIfAny(first);
  }
}
