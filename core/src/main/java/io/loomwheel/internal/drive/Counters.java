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
  private final Pacer pacer;

  /** Nodes that went to dispatch without a wheel. */
  private final LongAdder undelayed = new LongAdder();

  Counters(Shards shards, Pacer pacer) {
    this.shards = shards;
    this.pacer = pacer;
  }

  void undelayed() {
    undelayed.increment();
  }

  /** {@return how many nodes are armed; exact while no thread arms, cancels or fires} */
  long pending() {
    settle();
    return sum(Shard::count);
  }

  EngineStats stats(ExpiryPass turn) {
    LatenessHistogram late = turn.lateness();
    long now = turn.now();
    return new EngineStats(
        sumArmed(),
        sum(Shard::fired),
        undelayed.sum(),
        sum(Shard::cancelled),
        sum(Shard::rescheduled),
        turn.count(),
        late.quantileNanos(0.5, now),
        late.quantileNanos(0.99, now),
        late.maxNanos(now));
  }

  private long sumArmed() {
    settle();
    return sum(Shard::armed);
  }

  /** Links what lies in the inboxes, so that it counts as armed. */
  private void settle() {
    shards.forEach(shard -> shard.settle(pacer));
  }

  private long sum(ToLongFunction<Shard> count) {
    long[] sum = {0};
    shards.forEach(shard -> sum[0] += count.applyAsLong(shard));
    return sum[0];
  }
}
