package io.loomwheel.soak.load;

import io.loomwheel.soak.ledger.Entry;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Arms, cancels and puts off timers by all submitters in turn, for a while. One thread's. */
final class Producer implements Runnable {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int HELD = 64;
  private static final int BURST = 32;

  private final TestBed bed;
  private final SplittableRandom random;
  private final Load load;
  private final int quota;
  private final int[] turns;
  private final @Nullable Entry[] held = new Entry[HELD];

  /**
   * Makes a producer.
   *
   * @param load how long it goes on at most, and how fast
   * @param quota how many timers it asks for, at most
   */
  Producer(TestBed bed, SplittableRandom random, Load load, int quota) {
    this.bed = bed;
    this.random = random;
    this.load = load;
    this.quota = quota;
    this.turns = bed.turns(load);
  }

  @Override
  public void run() {
    long begin = System.nanoTime();
    long pauseNanos = load.pauseNanos(BURST, quota);
    for (int asked = 0; asked < quota; asked++) {
      step(turns[asked % turns.length]);
      if (asked % BURST == 0) {
        if (System.nanoTime() - begin > load.waveNanos()) {
          return;
        }
        if (pauseNanos > 0) {
          LockSupport.parkNanos(pauseNanos);
        }
      }
    }
  }

  private void step(int submitter) {
    int at = random.nextInt(HELD);
    Entry old = held[at];
    if (old != null && random.nextInt(3) == 0) {
      bed.reschedule(old, delay());
      if (random.nextInt(4) == 0) { // put off, and brought forward at once
        bed.reschedule(old, TimeUnit.HOURS.toNanos(1));
        bed.reschedule(old, random.nextLong(5 * MILLI));
      }
    } else if (old != null && random.nextBoolean()) {
      old.cancel();
    }
    held[at] = bed.arm(submitter, delay());
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
