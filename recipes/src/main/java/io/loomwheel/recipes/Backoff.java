package io.loomwheel.recipes;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** How long a {@link RetryTask} waits before it tries again. */
@FunctionalInterface
public interface Backoff {
  /**
   * {@return the nanoseconds to wait; less than one counts as one}
   *
   * @param failures how many attempts have failed; from one, and less counts as one
   * @param random for the jitter
   */
  long delayNanos(int failures, RandomGenerator random);

  /**
   * {@return a backoff that always waits as long}
   *
   * @param delay positive; one that overflows never ends
   * @throws IllegalArgumentException if it isn't positive
   */
  static Backoff fixed(Duration delay) {
    long nanos = Limits.positiveNanos("delay", delay);
    return (failures, random) -> nanos;
  }

  /**
   * {@return a backoff with full jitter: it waits any time up to the first, then up to twice as
   * long, four times, and so on, up to the cap} Callers that failed together come back apart.
   *
   * @param first longest time before the second attempt; positive
   * @param cap longest time at all; not below the first; one that overflows is none
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
