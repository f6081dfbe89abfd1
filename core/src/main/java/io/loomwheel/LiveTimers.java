package io.loomwheel;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the timers of this JVM that have a thread, warns once if there are suspiciously many, and
 * numbers those that have the same name. Thread-safe.
 */
final class LiveTimers {
  /**
   * One timer serves a whole application; a growing number means one for each request or client.
   */
  private static final int MANY = 64;

  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  /** The numbers in use for each name. Guarded by itself. */
  private static final Map<String, BitSet> NUMBERS = new HashMap<>();

  private LiveTimers() {}

  /** Counts a timer whose thread is about to start; {@return the least free number of that name} */
  static int begin(String name) {
    int number;
    int live = 0;
    synchronized (NUMBERS) {
      BitSet taken = NUMBERS.get(name);
      if (taken == null) { // linking a lambda takes a millisecond of the first call to arm
        taken = new BitSet();
        NUMBERS.put(name, taken);
      }
      number = taken.nextClearBit(1);
      taken.set(number);
      for (BitSet numbers : NUMBERS.values()) {
        live += numbers.cardinality();
      }
    }
    if (live > MANY && WARNED.compareAndSet(false, true)) {
      LOG.warn(
          "{} timers are live, each with a thread of its own; WheelTimer.shared() serves most"
              + " needs",
          live);
    }
    return number;
  }

  static void end(String name, int number) {
    synchronized (NUMBERS) {
      BitSet taken = NUMBERS.get(name);
      if (taken != null) {
        taken.clear(number);
        if (taken.isEmpty()) {
          NUMBERS.remove(name);
        }
      }
    }
  }
}
