package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.recipes.HeartbeatTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a timer, and connections on it whose heartbeats are spread evenly over the interval; sleeps
 * and watches the whole process.
 */
record Resting(Supplier<WheelTimer> make, RunningClock clock, int count) implements Contestant {
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final long SETTLE_MILLIS = 1000;
  private static final int UNANSWERED = 3;

  @Override
  public Round round(long lengthNanos) throws Exception {
    LongAdder heartbeats = new LongAdder();
    try (WheelTimer timer = make.get()) {
      Object[] connections = new Object[count];
      for (int i = 0; i < count; i++) {
        connections[i] = new Peer(timer, heartbeats);
        clock.putForward(INTERVAL.toNanos() / count);
      }
      System.gc();
      TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
      long startNanos = System.nanoTime();
      long heartbeatsBefore = heartbeats.sum();
      Threads before = Threads.now();
      TimeUnit.NANOSECONDS.sleep(lengthNanos);
      Threads after = Threads.now();
      double seconds = (System.nanoTime() - startNanos) / 1e9;
      long cpuNanos = Math.round((after.cpuNanos() - before.cpuNanos()) / seconds);
      double sent = (heartbeats.sum() - heartbeatsBefore) / seconds;
      if (connections.length != count || (count > 0 && sent == 0)) {
        throw new IllegalStateException("no heartbeats");
      }
      return Round.of(1, 1, TimeUnit.SECONDS.toNanos(1), cpuNanos)
          .with(
              List.of(
                  new Extra("heartbeats/s", Math.rint(sent), Fold.MEDIAN),
                  new Extra("% of a core", Math.rint(cpuNanos / 1e5) / 100, Fold.MEDIAN),
                  new Extra("ns each", sent == 0 ? 0 : Math.rint(cpuNanos / sent), Fold.MEDIAN)));
    }
  }

  @Override
  public void close() {}

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
      throw new IllegalStateException("a connection was lost, though its peer answers");
    }
  }
}
