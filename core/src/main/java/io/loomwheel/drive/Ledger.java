package io.loomwheel.drive;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the shards don't count themselves, and the sums over all: how many nodes are pending, and
 * what has been done so far.
 *
 * <p>Thread-safe. Sums cost a look at every shard; counting is an add to a stripe of the thread's
 * own.
 */
final class Ledger {
  private final Shard[] shards;
  private final Pacer pacer;

  /** Nodes cancelled without their shard's lock, by the home of the thread that cancelled. */
  private final Tally cancelled;

  /** Deadlines ever changed, by the home of the thread that did it. */
  private final Tally rescheduled;

  /** Nodes that went to dispatch without a wheel. */
  private final LongAdder undelayed = new LongAdder();

  Ledger(Shard[] shards, Pacer pacer) {
    this.shards = shards;
    this.pacer = pacer;
    this.cancelled = new Tally(shards.length);
    this.rescheduled = new Tally(shards.length);
  }

  /** Counts a node cancelled without its shard's lock, and returns how many of that stripe are. */
  long cancelled(int home) {
    return cancelled.increment(home);
  }

  void rescheduled(int home) {
    rescheduled.increment(home);
  }

  void undelayed() {
    undelayed.increment();
  }

  /** {@return how many nodes are armed; exact while nobody arms, cancels or fires} */
  long pending() {
    long gone = sumCancelled() + sumFired(); // before what was armed, so that it is never less
    return Math.max(0, sumArmed() - gone);
  }

  EngineStats stats(Turn turn) {
    Lateness late = turn.lateness();
    return new EngineStats(
        sumArmed(),
        sumFired(),
        undelayed.sum(),
        sumCancelled(),
        rescheduled.sum(),
        turn.count(),
        late.quantileNanos(0.5),
        late.quantileNanos(0.99),
        late.maxNanos());
  }

  private long sumArmed() {
    long sum = 0;
    for (Shard shard : shards) {
      shard.settle(pacer);
      sum += shard.armed();
    }
    return sum;
  }

  private long sumFired() {
    long sum = 0;
    for (Shard shard : shards) {
      sum += shard.fired();
    }
    return sum;
  }

  private long sumCancelled() {
    long sum = cancelled.sum();
    for (Shard shard : shards) {
      sum += shard.cancelled();
    }
    return sum;
  }
}
