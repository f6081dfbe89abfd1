package io.loomwheel.drive;

/**
 * Which shard a thread arms in: its home, found by a hash of its id, so that the shard's lines stay
 * in its core's cache. A thread that finds its home taken moves to the shard that it got.
 *
 * <p>Racy on purpose: a lost or stale entry sends a thread to another shard, and any shard will do.
 */
final class Homes {
  private static final int SIZE = 256;

  private final int[] shardOf = new int[SIZE];

  Homes(int shards) {
    for (int i = 0; i < SIZE; i++) {
      shardOf[i] = i & (shards - 1);
    }
  }

  /** {@return the entry of the calling thread} */
  static int entry() {
    long id = Thread.currentThread().threadId();
    return (int) ((id * 0x9E3779B97F4A7C15L) >>> 56);
  }

  int shardOf(int entry) {
    return shardOf[entry];
  }

  void move(int entry, int shard) {
    shardOf[entry] = shard;
  }
}
