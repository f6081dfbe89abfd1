package io.loomwheel.internal.drive;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts what an engine has done so far, and what is pending. A count is a sum over all shards.
 *
 * <p>Thread-safe.
 */
public final class Counters {
  /** About how many cells one sample counts. */
  private static final int SAMPLE = 1 << 15;

  /** How long a sample serves all the meters of one scrape. */
  private static final long RECENT_NANOS = 100_000_000;

  /** What was counted in all shards at one time. */
  public record CountSample(long cancelled, long pending, long atNanos) {}

  private final Shards shards;
  private final ExpiryPass turn;

  /** How late nodes were handed to dispatch. */
  public final LatenessHistogram lateness;

  /** Nodes that went to dispatch at once, without a wheel. */
  public final LongAdder undelayed = new LongAdder();

  /** New deadlines; after a thousand, by a sample, unless the clock is moved by hand. */
  public final LongAdder rescheduled = new LongAdder();

  /** The last sample. Written and read by any thread that counts. */
  private volatile @Nullable CountSample last;

  Counters(Shards shards, ExpiryPass turn) {
    this.shards = shards;
    this.turn = turn;
    this.lateness = turn.lateness;
  }

  /** {@return how many nodes were linked, those armed again included} */
  public long armed() {
    for (Shard shard : shards.made) {
      shard.settle();
    }
    return sum(shard -> shard.armed);
  }

  /** {@return how many nodes were handed to dispatch after their deadline} */
  public long fired() {
    return lateness.count();
  }

  /** {@return how many nodes have fired and wait to be handed on; too few while some are} */
  public long held() {
    return sum(shard -> shard.wheel.fired()) - fired(); // in this order
  }

  /**
   * {@return what was cancelled, and what is pending} Exact while no thread arms, cancels or fires,
   * and there are no more cells than a sample counts; otherwise an estimate, by some of the cells,
   * and then the count of what was cancelled may fall. Takes the lock of one shard after the other.
   */
  public CountSample sample() {
    Shard[] made = shards.made;
    int most =
        sum(shard -> shard.wheel.cells()) <= SAMPLE ? Integer.MAX_VALUE : SAMPLE / made.length;
    long cancelled = 0;
    long pending = 0;
    for (Shard shard : made) {
      long[] counts = shard.sample(most);
      cancelled += counts[0];
      pending += counts[1];
    }
    long excess = Math.min(0, cancelled); // of the sum: errors of the shards even out
    CountSample sample = new CountSample(cancelled - excess, pending + excess, System.nanoTime());
    last = sample;
    return sample;
  }

  /** {@return as {@link #sample}, or the last sample if much waited a moment ago} */
  public CountSample recentSample() {
    CountSample recent = last;
    return recent != null
            && recent.pending > SAMPLE
            && System.nanoTime() - recent.atNanos < RECENT_NANOS
        ? recent
        : sample();
  }

  /** {@return how often the driver has looked for work} */
  public long wakeUps() {
    return turn.count;
  }

  long sum(ToLongFunction<Shard> count) {
    return Stream.of(shards.made).mapToLong(count).sum();
  }
}
