package io.loomwheel.bench.questions;

import io.loomwheel.NanoClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.recipes.HeartbeatTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Many connections are at rest, and kept alive by heartbeats that their peers answer at once: what
 * does the process do, beside sending? As in {@link IdleQuestion} a timer lives for one round, and
 * the floor is a process without any.
 */
final class HeartbeatQuestion {
  private static final int CONNECTIONS = 1_000_000;
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final int UNANSWERED = 3;
  private static final long SETTLE_MILLIS = 1000;

  static Contest contest() {
    return new Contest(
            "heartbeat",
            "",
            "a second",
            false,
            List.of(
                entrant("no timer", Role.FLOOR, 0, 1 << 20),
                entrant("every 60 s, tick 67 ms", Role.SUBJECT, CONNECTIONS, 1 << 26),
                entrant("every 60 s, tick 1 ms", Role.SUBJECT, CONNECTIONS, 1 << 20)))
        .in("%,d connections at rest", CONNECTIONS);
  }

  private static Entrant entrant(String name, Role role, int count, long tickNanos) {
    return new Entrant(name, role, Threads.counted(() -> length -> rest(count, tickNanos, length)));
  }

  /**
   * Makes a timer, and connections whose heartbeats are spread evenly over the interval; sleeps.
   */
  private static Round rest(int count, long tickNanos, long lengthNanos) throws Exception {
    LongAdder heartbeats = new LongAdder();
    RunningClock clock = new RunningClock();
    try (WheelTimer timer =
        WheelTimer.builder().clock(clock).tickDuration(Duration.ofNanos(tickNanos)).build()) {
      for (int i = 0; i < count; i++) {
        Peer unused = new Peer(timer, heartbeats); // the timer leads to it
        clock.putForward(INTERVAL.toNanos() / count);
      }
      System.gc();
      TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
      long before = heartbeats.sum();
      Round round = Threads.asleep(lengthNanos);
      double sent = (heartbeats.sum() - before) * 1e9 / lengthNanos;
      if (count > 0 && sent == 0) {
        throw new IllegalStateException("no heartbeats");
      }
      return round.with("heartbeats/s", Math.rint(sent));
    }
  }

  /** A connection whose other end answers each heartbeat at once. */
  private static final class Peer implements HeartbeatTask.Channel {
    private final LongAdder heartbeats;

    /** Null while it is made. */
    private final @Nullable HeartbeatTask task;

    @SuppressWarnings("this-escape") // no heartbeat comes before an interval has passed
    Peer(WheelTimer timer, LongAdder heartbeats) {
      this.heartbeats = heartbeats;
      this.task = HeartbeatTask.start(timer, INTERVAL, UNANSWERED, this);
    }

    @Override
    public void heartbeat() {
      heartbeats.increment();
      HeartbeatTask answered = task;
      if (answered != null) {
        answered.read();
      }
    }

    @Override
    public void unwatched(RejectedExecutionException why) {}

    @Override
    public void lost(int unanswered) {
      throw new IllegalStateException("an answered connection was lost");
    }
  }

  /**
   * The JVM's clock, which may be put forward, so that what is armed in a moment is spread over a
   * minute. Written by one thread.
   */
  private static final class RunningClock implements NanoClock {
    private volatile long ahead;

    @Override
    public long nanoTime() {
      return System.nanoTime() + ahead;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread
    void putForward(long nanos) {
      ahead += nanos;
    }
  }
}
