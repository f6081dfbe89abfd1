package io.loomwheel.internal.dispatch;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs at most once a minute, for all relays, that tasks run on platform threads for a while. */
final class RescueLog {
  private static final long PAUSE_NANOS = 60_000_000_000L;

  /** When the next line may be logged; raised by compare-and-set by the thread that logs it. */
  private static final AtomicLong NEXT = new AtomicLong(System.nanoTime());

  private RescueLog() {}

  /** {@return whether the caller is to log a line now} */
  static boolean isDue() {
    long now = System.nanoTime();
    long next = NEXT.get();
    return now - next >= 0 && NEXT.compareAndSet(next, now + PAUSE_NANOS);
  }

  static void warn() {
    Lines.LOG.warn(
        "Virtual threads don't begin in time: others hold all carriers, or the machine is busy;"
            + " platform threads help out");
  }

  /** Loads the log's classes only when there is something to log. */
  private static final class Lines {
    static final Logger LOG = LoggerFactory.getLogger("io.loomwheel.dispatch.Relay");
  }
}
