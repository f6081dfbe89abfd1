package io.loomwheel.internal.drive;

/**
 * Maps each thread to the shard that it arms in: its home, found by a hash of its id, so that the
 * shard's cache lines stay with its core. A thread that finds its home locked moves to the shard
 * that it got.
 *
 * <p>The races are benign: a lost or stale entry sends a thread to another shard, and any shard
 * will do.
 */
final class ShardAffinity {
  private static final int SIZE = 256;

  /** For each entry, the bits in which its shard differs from the one that it began with. */
  private final short[] moved = new short[SIZE];

  private final int mask;

  ShardAffinity(int shards) {
    mask = shards - 1;
  }

  /** {@return the entry of the calling thread} */
  static int entry() {
    long id = Thread.currentThread().threadId();
    return (int) ((id * 0x9E3779B97F4A7C15L) >>> 56);
  }

  int shardOf(int entry) {
    return (entry ^ moved[entry]) & mask;
  }

  void move(int entry, int shard) {
    moved[entry] = (short) (entry ^ shard);
  }
}
