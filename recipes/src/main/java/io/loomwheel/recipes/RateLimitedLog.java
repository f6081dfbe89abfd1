package io.loomwheel.recipes;

import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs timeouts that no timer watches any more. Logs at most one warning a second and the rest at
 * debug level, because the stop of a timer may produce a million of them. Thread-safe.
 */
final class RateLimitedLog {
  private static final Logger LOG = LoggerFactory.getLogger(IdleTimeout.class);
  private static final long PAUSE_NANOS = 1_000_000_000L;

  /** The earliest time of the next warning. Raised by compare-and-set by the logging thread. */
  private static final AtomicLong NEXT = new AtomicLong(System.nanoTime());

  private RateLimitedLog() {}

  static void unwatched(Object what, RejectedExecutionException why) {
    Objects.requireNonNull(why, "why");
    long now = System.nanoTime();
    long next = NEXT.get();
    if (now - next >= 0 && NEXT.compareAndSet(next, now + PAUSE_NANOS)) {
      LOG.warn("{} is not watched any more, perhaps among others: {}", what, why.getMessage());
    } else {
      LOG.debug("{} is not watched any more: {}", what, why.getMessage());
    }
  }
}
