package io.loomwheel.internal.drive;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * Sums counts over all shards: how many nodes are pending, and what has been done so far. Also
 * counts what belongs to no shard.
 *
 * <p>Thread-safe. A sum visits every shard.
 */
final class Counters {
  private final Shards shards;

  /** Nodes that went to dispatch without a wheel. */
  private final LongAdder undelayed = new LongAdder();

  Counters(Shards shards) {
    this.shards = shards;
  }

  void undelayed() {
    undelayed.increment();
  }

  /** {@return how many nodes are armed; exact while no thread arms, cancels or fires} */
  long pending() {
    return sum(Shard::count);
  }

  EngineStats stats(ExpiryPass turn) {
    LatenessHistogram late = turn.lateness();
    long now = turn.now();
    return new EngineStats(
        sum(Shard::armed),
        sum(Shard::fired),
        undelayed.sum(),
        sum(Shard::cancelled),
        sum(Shard::rescheduled),
        turn.count(),
        late.quantileNanos(0.5, now),
        late.quantileNanos(0.99, now),
        late.maxNanos(now));
  }

  private long sum(ToLongFunction<Shard> count) {
    long[] sum = {0};
    shards.forEach(shard -> sum[0] += count.applyAsLong(shard));
    return sum[0];
  }
}
