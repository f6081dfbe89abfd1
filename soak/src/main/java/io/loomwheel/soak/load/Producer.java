package io.loomwheel.soak.load;

import io.loomwheel.soak.ledger.Entry;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Arms, cancels and puts off timers at all doors in turn, for a while. One thread's. */
final class Producer implements Runnable {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int HELD = 64;
  private static final int BURST = 32;

  private final Rig rig;
  private final SplittableRandom random;
  private final long nanos;
  private final int quota;
  private final @Nullable Entry[] held = new Entry[HELD];

  /**
   * Makes a producer.
   *
   * @param nanos how long it goes on, at most
   * @param quota how many timers it asks for, at most
   */
  Producer(Rig rig, SplittableRandom random, long nanos, int quota) {
    this.rig = rig;
    this.random = random;
    this.nanos = nanos;
    this.quota = quota;
  }

  @Override
  public void run() {
    long begin = System.nanoTime();
    for (int asked = 0; asked < quota; asked++) {
      step(asked % rig.doors());
      if (asked % BURST == 0) {
        if (System.nanoTime() - begin > nanos) {
          return;
        }
        LockSupport.parkNanos(nanos * BURST / quota / 2);
      }
    }
  }

  private void step(int door) {
    int at = random.nextInt(HELD);
    Entry old = held[at];
    if (old != null && random.nextInt(3) == 0) {
      rig.reschedule(old, delay());
    } else if (old != null && random.nextBoolean()) {
      old.cancel();
    }
    held[at] = rig.arm(door, delay());
  }

  private long delay() {
    int kind = random.nextInt(20);
    return switch (kind) {
      case 0 -> 0;
      case 1 -> -random.nextLong(MILLI);
      case 2 -> Long.MAX_VALUE;
      case 3, 4 -> TimeUnit.HOURS.toNanos(1 + random.nextInt(1000));
      case 5, 6, 7, 8 -> random.nextLong(100 * MILLI);
      default -> random.nextLong(20 * MILLI);
    };
  }
}
