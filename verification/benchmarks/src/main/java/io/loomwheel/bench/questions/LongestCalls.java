package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Timers;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long single calls take while many timeouts are pending and the timer clears up after those
 * that were cancelled. A thread times each of its calls, on a timer that lives for one round only.
 * In a round half as many as are pending are cancelled at random and replaced, and as many get
 * another deadline, however long that takes. The floor has no timer: what it shows is the machine's
 * and the JVM's.
 */
final class LongestCalls {
  /** Between two looks at what the machine does to the thread. */
  private static final int BATCHES = 16;

  static List<Contest> contests(Sizes sizes) {
    int pending = sizes.pending().getLast();
    List<Entrant> entrants =
        Stream.of(Timers.FLOOR, Timers.LOOMWHEEL, Timers.NETTY)
            .map(kind -> kind.entrant(Threads.counted(() -> length -> round(kind, pending))))
            .toList();
    return List.of(
        new Contest("longest", "", "a call", entrants)
            .in("1 thread, %,d pending, any replaced or moved", pending));
  }

  /**
   * Most are replaced before the round begins. So nearly half of what the timer has stored is dead
   * then, and one that clears up when half is dead does so early in the round; and the loop is
   * compiled.
   */
  private static Round round(Kind kind, int pending) {
    Held held = new Held(pending, 1);
    try (BenchmarkTimer timer = kind.make().get()) {
      held.fill(timer);
      replace(new TimedCalls(timer), held, pending / 5L * 4);
      System.gc();
      TimedCalls timed = new TimedCalls(timer);
      Meter meter = Meter.start();
      long pairs = replace(timed, held, pending / 2);
      return timed.on(meter.stop(3 * pairs, 1));
    }
  }

  private static long replace(TimedCalls timer, Held held, long least) {
    Batch replacing = new Batch.RandomPairs();
    Batch moving = new Batch.RandomMoves();
    long pairs = 0;
    while (pairs < least) {
      timer.look();
      for (int i = 0; i < BATCHES; i++) {
        replacing.run(timer, held);
        moving.run(timer, held);
      }
      pairs += BATCHES * Batch.SIZE;
    }
    return pairs;
  }
}
