package io.loomwheel.recipes;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** Computes the delay before the next attempt of a {@link RetryTask}. */
@FunctionalInterface
public interface Backoff {
  /**
   * {@return the delay in nanoseconds; less than one counts as one}
   *
   * @param failures the number of failed attempts, from one; less counts as one
   * @param random the source of the jitter
   */
  long delayNanos(int failures, RandomGenerator random);

  /**
   * {@return a backoff with a constant delay}
   *
   * @param delay positive; one that overflows never ends
   * @throws IllegalArgumentException if it isn't positive
   */
  static Backoff fixed(Duration delay) {
    long nanos = Limits.positiveNanos("delay", delay);
    return (failures, random) -> nanos;
  }

  /**
   * {@return an exponential backoff with full jitter} Each delay is random. Its upper bound is
   * {@code first} at the first failure, then doubles with each failure up to the cap. So callers
   * that failed together don't retry together.
   *
   * @param first upper bound of the delay before the second attempt; positive
   * @param cap upper bound of every delay; not below {@code first}; a cap that overflows is no cap
   * @throws IllegalArgumentException if either is out of these bounds
   */
  static Backoff exponential(Duration first, Duration cap) {
    long firstNanos = Limits.positiveNanos("first", first);
    long capNanos = Limits.positiveNanos("cap", cap);
    if (capNanos < firstNanos) {
      throw new IllegalArgumentException("cap must not be below " + first + ", was " + cap);
    }
    int mostDoublings = Long.numberOfLeadingZeros(firstNanos) - 1;
    return (failures, random) -> {
      Objects.requireNonNull(random, "random");
      int doublings = Math.max(failures, 1) - 1;
      long most = doublings > mostDoublings ? Long.MAX_VALUE : firstNanos << doublings;
      return 1 + random.nextLong(Math.min(most, capNanos));
    };
  }
}
