package io.loomwheel.examples.integrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Times of the tests, and waits for what other threads are about to do. */
final class Bounded {
  static final Duration SOON = Duration.ofMillis(50);
  static final Duration LONG = Duration.ofMinutes(1);

  /** Fails if it does not become true within a minute. */
  static void eventually(BooleanSupplier condition) {
    long from = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - from).as("waited for").isLessThan(LONG.toNanos());
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Fails if less time has gone by since a reading of the clock. */
  static void assertNotEarlier(Duration than, long fromNanos) {
    assertThat(System.nanoTime() - fromNanos).isGreaterThanOrEqualTo(than.toNanos());
  }
}
