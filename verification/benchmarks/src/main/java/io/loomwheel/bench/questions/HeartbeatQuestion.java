package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Many connections are at rest, and kept alive by heartbeats that their peers answer at once: what
 * does the process do, beside sending? As in {@link IdleQuestion} a timer lives for one round, and
 * the floor is a process without any.
 */
final class HeartbeatQuestion implements Question {
  private static final Duration FINE = Duration.ofNanos(1 << 20);
  private static final Duration COARSE = Duration.ofNanos(1 << 26);

  @Override
  public List<Contest> contests(Sizes sizes) {
    int count = sizes.idle();
    String setting = String.format(Locale.ROOT, "%,d connections at rest", count);
    return List.of(
        new Contest(
            "heartbeat",
            setting,
            "a second",
            false,
            List.of(
                entrant("no timer", Role.FLOOR, 0, FINE),
                entrant("every 60 s, tick 67 ms", Role.SUBJECT, count, COARSE),
                entrant("every 60 s, tick 1 ms", Role.SUBJECT, count, FINE))));
  }

  private static Entrant entrant(String name, Role role, int count, Duration tick) {
    return new Entrant(
        name,
        role,
        () -> {
          Threads.check();
          RunningClock clock = new RunningClock();
          return new Resting(
              () -> WheelTimer.builder().clock(clock).tickDuration(tick).build(), clock, count);
        });
  }
}
