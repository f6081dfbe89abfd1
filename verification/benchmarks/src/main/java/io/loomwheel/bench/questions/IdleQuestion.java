package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Many timeouts are armed for an hour or more, and none is due: what do the timers' threads do? The
 * whole process is watched, so a timer lives for one round only. The floor is a process without any
 * timer, which has some threads of its own.
 */
final class IdleQuestion {
  private static final int PENDING = 1_000_000;
  private static final long SETTLE_MILLIS = 500;

  static Contest contest() {
    List<Kind> kinds = new ArrayList<>(Timers.shared(2));
    kinds.addFirst(Timers.FLOOR);
    return new Contest(
            "idle",
            "",
            "a second",
            false,
            kinds.stream()
                .map(kind -> kind.entrant(Threads.counted(() -> length -> sleep(kind, length))))
                .toList())
        .in("%,d armed, none due for an hour", PENDING);
  }

  /** Makes a timer, fills it, and sleeps. */
  private static Round sleep(Kind kind, long lengthNanos) throws Exception {
    try (BenchmarkTimer timer = kind.make().get()) {
      Delay.background(PENDING, timer::arm);
      System.gc();
      TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
      OptionalLong before = timer.wakeUps();
      Round round = Threads.asleep(lengthNanos);
      if (before.isEmpty()) {
        return round;
      }
      long wakeUps = timer.wakeUps().orElseThrow() - before.getAsLong();
      return round.with("driver wake-ups/s", wakeUps * 1e9 / lengthNanos);
    }
  }
}
