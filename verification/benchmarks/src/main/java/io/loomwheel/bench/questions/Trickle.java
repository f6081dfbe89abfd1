package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.Launcher;
import io.loomwheel.bench.timers.RecordedTask;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Timeouts that fire at random moments of a round, so many a second. They are armed before, which
 * isn't measured; nor is a timer that is made for the round alone, because some never rest.
 */
final class Trickle implements Contestant {
  /** From when all are armed to the first moment at which one may fire. */
  private static final long LEAD_NANOS = 200_000_000L;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Null if there is no timer. */
  private final @Nullable Supplier<? extends Launcher> timer;

  private final int rate;
  private final SplittableRandom random = new SplittableRandom(1);

  private Trickle(@Nullable Supplier<? extends Launcher> timer, int rate) {
    this.timer = timer;
    this.rate = rate;
  }

  /** {@return one that fires so many a second} */
  static Trickle of(Supplier<? extends Launcher> timer, int rate) {
    return new Trickle(timer, rate);
  }

  /** {@return one that only waits, and counts as many operations as the others} */
  static Trickle none(int rate) {
    return new Trickle(null, rate);
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    int count = (int) Math.max(1, Math.round(rate * (lengthNanos / NANOS_PER_SECOND)));
    if (timer == null) {
      Threads before = Threads.now();
      FiringRound.sleepUntil(System.nanoTime() + LEAD_NANOS + lengthNanos);
      return since(before, count, lengthNanos);
    }
    try (Launcher launcher = timer.get()) {
      RecordedTask[] shots = new RecordedTask[count];
      Arrays.setAll(shots, i -> new RecordedTask(0));
      long from = System.nanoTime() + LEAD_NANOS;
      for (RecordedTask shot : shots) {
        long due = from + random.nextLong(lengthNanos);
        shot.due(due);
        launcher.launch(shot, due - System.nanoTime());
      }
      Threads before = Threads.now();
      FiringRound.awaitAll(shots, from + lengthNanos);
      Lateness lateness = new Lateness(shots);
      return since(before, count, lengthNanos)
          .with(List.of(lateness.p50(), lateness.p99(), lateness.early()))
          .late(lateness.percentiles());
    }
  }

  /** By its threads: that of the process may be counted in steps of 10 ms. */
  private static Round since(Threads before, int count, long wallNanos) throws IOException {
    return Round.of(count, 1, wallNanos, Threads.now().cpuNanos() - before.cpuNanos());
  }

  @Override
  public void close() {}
}
