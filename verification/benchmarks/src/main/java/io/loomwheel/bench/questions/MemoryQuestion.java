package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Timers;
import io.loomwheel.charts.Role;
import io.loomwheel.liveheap.LiveHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a pending timeout takes on the heap, and a timer that has nothing to do. The task, shared by
 * all, and the user's reference to a timeout aren't counted.
 */
final class MemoryQuestion {
  /** Few enough that no library warns of too many. */
  private static final int IDLE_TIMERS = 20;

  /** More are armed on Loomwheel alone. */
  private static final int MOST_OF_PEERS = 1_000_000;

  /** Longer than the longest tick, in which a timer's thread may take in what was armed. */
  private static final int PAUSE_MILLIS = 200;

  static List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    contests.add(
        contest("make a timer", IDLE_TIMERS, 0)
            .in("timers that have armed and cancelled one timeout each"));
    for (int pending : sizes.pending()) {
      contests.add(contest("arm", 1, pending).in("%,d armed, none due for an hour", pending));
    }
    return contests;
  }

  private static Contest contest(String op, int timers, int pending) {
    List<Entrant> entrants =
        Timers.shared(2).stream()
            .filter(kind -> kind.role() == Role.SUBJECT || pending <= MOST_OF_PEERS)
            .map(kind -> kind.entrant(() -> length -> weigh(kind, timers, pending)))
            .toList();
    return new Contest("memory", "", op, entrants);
  }

  /**
   * Makes some timers, and fills the first. Each has armed a timeout and cancelled it before, for
   * many make their wheels and threads only then. The threads' stacks aren't on the heap. Nothing
   * is timed.
   */
  private static Round weigh(Kind kind, int timers, int pending) throws InterruptedException {
    List<BenchmarkTimer> made = new ArrayList<>();
    try {
      long empty = liveBytes();
      for (int i = 0; i < timers; i++) {
        BenchmarkTimer timer = kind.make().get();
        made.add(timer);
        timer.cancel(timer.arm(TimeUnit.HOURS.toNanos(1)));
      }
      double idle = liveBytes();
      Delay.background(pending, made.getFirst()::arm);
      Round round = Round.of(Math.max(timers, pending), 1, 0, 0);
      return pending == 0
          ? round.with("bytes an idle timer", (idle - empty) / timers)
          : round.with("bytes a pending timer", (liveBytes() - idle) / pending);
    } finally {
      made.forEach(BenchmarkTimer::close);
    }
  }

  private static long liveBytes() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    return LiveHeap.bytes();
  }
}
