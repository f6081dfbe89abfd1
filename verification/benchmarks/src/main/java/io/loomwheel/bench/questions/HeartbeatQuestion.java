package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.Task;
import io.loomwheel.charts.Role;
import io.loomwheel.recipes.HeartbeatTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many connections are at rest, and kept alive by heartbeats that their peers answer at once; or as
 * many timeouts are armed, none due for an hour: what does the process do, beside sending? A timer
 * lives for one round; the floor is a process without any, which has some threads of its own.
 */
final class HeartbeatQuestion {
  private static final int COUNT = 1_000_000;
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final int UNANSWERED = 3;

  static Contest contest() {
    return new Contest(
            "heartbeat",
            "",
            "a second",
            List.of(
                entrant("no timer", Role.FLOOR, 0, 0, 1 << 20),
                entrant("none due for an hour", Role.SUBJECT, COUNT, 0, 1 << 20),
                entrant("every 60 s, tick 67 ms", Role.SUBJECT, 0, COUNT, 1 << 26),
                entrant("every 60 s, tick 1 ms", Role.SUBJECT, 0, COUNT, 1 << 20)))
        .in("%,d connections at rest", COUNT);
  }

  private static Entrant entrant(
      String name, Role role, int timeouts, int connections, long tickNanos) {
    return new Entrant(
        name,
        role,
        Threads.counted(() -> length -> rest(timeouts, connections, tickNanos, length)));
  }

  /**
   * Makes a timer, timeouts, and connections whose heartbeats are spread evenly over the interval,
   * because the clock is put forward after each; sleeps.
   */
  private static Round rest(int timeouts, int connections, long tickNanos, long lengthNanos)
      throws Exception {
    AtomicLong ahead = new AtomicLong();
    try (WheelTimer timer =
        WheelTimer.builder()
            .clock(() -> System.nanoTime() + ahead.get())
            .tickDuration(Duration.ofNanos(tickNanos))
            .build()) {
      Delay.background(timeouts, delay -> timer.newTimeout(Task.NONE, delay, NANOSECONDS));
      for (int i = 0; i < connections; i++) {
        Peer peer = new Peer(); // the timer leads to it
        peer.task = HeartbeatTask.start(timer, INTERVAL, UNANSWERED, peer);
        ahead.addAndGet(INTERVAL.toNanos() / connections);
      }
      System.gc();
      SECONDS.sleep(1);
      WheelStats before = timer.stats();
      long begin = System.nanoTime();
      long cpuBefore = Threads.cpuNanos();
      NANOSECONDS.sleep(lengthNanos);
      long cpuNanos = Threads.cpuNanos() - cpuBefore;
      double seconds = (System.nanoTime() - begin) / 1e9;
      WheelStats after = timer.stats();
      if (connections > 0 && after.fired() == before.fired()) {
        throw new IllegalStateException("no heartbeats");
      }
      return Round.of(1, 1, SECONDS.toNanos(1), Math.round(cpuNanos / seconds))
          .with("% of a core", Math.rint(cpuNanos / seconds / 1e5) / 100)
          .with("driver wake-ups/s", (after.wakeUps() - before.wakeUps()) / seconds);
    }
  }

  /** A connection whose other end answers each heartbeat at once. */
  private static final class Peer implements HeartbeatTask.Channel {
    /** Set before an interval has passed, and with it before the first heartbeat. */
    @SuppressWarnings("NullAway.Init")
    private volatile HeartbeatTask task;

    @Override
    public void heartbeat() {
      task.read();
    }

    @Override
    public void unwatched(RejectedExecutionException why) {}

    @Override
    public void lost(int unanswered) {
      throw new IllegalStateException("an answered connection was lost");
    }
  }
}
