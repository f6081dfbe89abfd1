package io.loomwheel.soak.load;

import io.loomwheel.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that remembers the highest value that anybody has read, because nothing may fire before
 * some reader has seen its time come. Thread-safe.
 */
final class Peak implements NanoClock {
  private final NanoClock clock;
  private final AtomicLong highest;

  Peak(NanoClock clock) {
    this.clock = clock;
    this.highest = new AtomicLong(clock.nanoTime());
  }

  /** {@return whether this is the JVM's own clock, which never steps back} */
  boolean isSystem() {
    return clock == NanoClock.system();
  }

  @Override
  public long nanoTime() {
    long now = clock.nanoTime();
    for (long seen = highest.get(); now - seen > 0; seen = highest.get()) {
      if (highest.compareAndSet(seen, now)) {
        break;
      }
    }
    return now;
  }

  /** {@return the time, as it is} */
  long now() {
    return isSystem() ? clock.nanoTime() : nanoTime();
  }

  /** {@return the highest value that anybody has read} */
  long highest() {
    return isSystem() ? clock.nanoTime() : highest.get();
  }
}
