package io.loomwheel.internal.drive;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How late timers were handed on, or how long they waited in the executor: a histogram with eight
 * buckets for each power of two of nanoseconds. Its counts only grow, so that those of several
 * timers can be added up and compared over time. The last one to two minutes are what has come
 * since the beginning of this minute or the one before.
 *
 * <p>Written either by any thread, by {@link #add} alone, or by the thread that turns the wheels,
 * with plain adds published opaquely; read by any thread. 4 KiB, and as much again for each of the
 * two minutes once there are values. Times are nanoseconds of the timer's clock.
 */
public final class LatenessHistogram {
  /** The length of an interval, which is kept apart from the one before. */
  static final long WINDOW_NANOS = 60_000_000_000L;

  private static final int SUB_BITS = 3;
  private static final int SUBS = 1 << SUB_BITS;
  private static final int BUCKETS = 64 * SUBS;
  private static final long[] NONE = new long[BUCKETS];

  /** How many values each bucket has, so far. There from the beginning: a value needs no memory. */
  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

  /** The greatest value of this minute. Written like the buckets. */
  private volatile long max;

  /** Replaced by the writer. */
  private volatile Minutes minutes = new Minutes(0, NONE, NONE, 0);

  /**
   * This minute and the one before: when this one began, the counts then and as the other one
   * began, and the greatest value of the other.
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with no other
  private record Minutes(long since, long[] atStart, long[] before, long maxBefore) {}

  /** Begins a new minute if the current one is over. Called before {@link #record}. */
  void roll(long nowNanos) {
    Minutes old = minutes;
    long age = nowNanos - old.since;
    if (age >= WINDOW_NANOS) {
      long[] counted = copy();
      minutes =
          age >= 2 * WINDOW_NANOS
              ? new Minutes(nowNanos, counted, counted, 0)
              : new Minutes(old.since + WINDOW_NANOS, counted, old.atStart, max);
      max = 0;
    }
  }

  void record(long nanos) {
    long late = Math.max(0, nanos);
    int bucket = bucketOf(late);
    counts.setOpaque(bucket, counts.getPlain(bucket) + 1);
    if (late > max) {
      max = late;
    }
  }

  /** Counts a value that is not among those of the last minutes. */
  public void add(long nanos) {
    counts.getAndIncrement(bucketOf(Math.max(0, nanos)));
  }

  private long[] copy() {
    return IntStream.range(0, BUCKETS).mapToLong(counts::getOpaque).toArray();
  }

  long count() {
    return LongStream.of(copy()).sum();
  }

  /**
   * {@return for each bound, in ascending order, how many values were not above it, so far} A value
   * that is at most an eighth below a bound may count as above it.
   */
  public long[] countsUpTo(long[] bounds) {
    long[] counted = copy();
    long[] upTo = new long[bounds.length];
    long sum = 0;
    int bucket = 0;
    for (int i = 0; i < bounds.length; i++) {
      for (; bucket < BUCKETS && topOf(bucket) <= bounds[i]; bucket++) {
        sum += counted[bucket];
      }
      upTo[i] = sum;
    }
    return upTo;
  }

  /**
   * {@return a value that this share, from 0 to 1, of the last one to two minutes did not exceed,
   * at most an eighth too high; 0 if there were none}
   */
  public long quantileNanos(double share, long nowNanos) {
    long last = max; // first: a roll in between has passed it on
    Minutes known = minutes;
    long age = nowNanos - known.since;
    if (age >= 2 * WINDOW_NANOS) {
      return 0;
    }
    boolean both = age < WINDOW_NANOS;
    long[] before = both ? known.before : known.atStart;
    long greatest = both ? Math.max(last, known.maxBefore) : last;
    long[] now = copy();
    long[] recent = IntStream.range(0, BUCKETS).mapToLong(i -> now[i] - before[i]).toArray();
    long below = (long) Math.ceil(LongStream.of(recent).sum() * share);
    for (int i = 0; i < BUCKETS; i++) {
      below -= recent[i];
      if (below <= 0) {
        return Math.min(topOf(i), greatest);
      }
    }
    return greatest;
  }

  private static int bucketOf(long nanos) {
    if (nanos < SUBS) {
      return (int) nanos;
    }
    int exponent = 63 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
    return (exponent << SUB_BITS) + (int) (nanos >>> exponent);
  }

  /** {@return the greatest value that a bucket counts} */
  private static long topOf(int bucket) {
    if (bucket < SUBS) {
      return bucket;
    }
    int exponent = (bucket >>> SUB_BITS) - 1;
    long sub = SUBS | (long) (bucket & (SUBS - 1));
    return ((sub + 1) << exponent) - 1;
  }
}
