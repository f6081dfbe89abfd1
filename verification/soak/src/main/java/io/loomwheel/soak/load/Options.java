package io.loomwheel.soak.load;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * What a timer is built with: each option in turn, in steps that have no common divisor, so that
 * all pairs come together. Even waves are hierarchical, odd ones hashed. Immutable.
 */
final class Options {
  private static final int[] RINGS = {65_536, 8, 1, 512};
  private static final int[] SHARDS = {0, 1, 4};
  private static final int TICKS = 5;

  /** Timeouts may be late by a 512th of their delay. */
  private static final int SLACK = 9;

  /** As small a part of what is asked for may wait, where there is a limit. */
  private static final int LIMIT_PART = 3;

  private static final List<Executor> EXECUTORS =
      List.of(
          Relay.shared(),
          new Relay(),
          new Relay(ClassLoader.getSystemClassLoader()),
          Relay.perTask(),
          task -> Thread.ofVirtual().name("soak-task").start(task));

  private final int number;
  private final int limit;

  /** Chooses for the wave of a number. */
  Options(int number, Load load) {
    this.number = number;
    this.limit = load.quota() / LIMIT_PART;
  }

  /** {@return what runs the tasks} */
  Executor executor() {
    return EXECUTORS.get(number % EXECUTORS.size());
  }

  /** {@return whether the timer refuses what is beyond a limit} */
  boolean isLimited() {
    return number % 5 == 4;
  }

  /** {@return by which share of its delay a timeout may be late, as a power of two; 63 if none} */
  int slack() {
    return number % 13 == 5 ? SLACK : Long.SIZE - 1;
  }

  WheelTimer.Builder applyTo(WheelTimer.Builder builder) {
    builder
        .tickDuration(Duration.ofNanos(1L << (16 + number % TICKS)))
        .leakDetection(number % 4 == 0)
        .sampleStacks(number % 3 == 0)
        .onRejected((task, refused) -> Thread.ofPlatform().name("soak-refused").start(task));
    if (number % 2 == 0) {
      builder.hierarchical();
    } else {
      builder.hashed(RINGS[number / 2 % RINGS.length]);
    }
    int shards = SHARDS[number % SHARDS.length];
    if (shards > 0) {
      builder.shards(shards);
    }
    if (isLimited()) {
      builder.maxPendingTimeouts(limit);
    }
    if (slack() == SLACK) {
      builder.slack(SLACK);
    }
    if (number % 7 == 6) {
      builder.threadFactory(drivers(Thread.ofVirtual()));
    } else if (number % 7 == 3) {
      builder.threadFactory(drivers(Thread.ofPlatform().daemon()));
    }
    return builder;
  }

  private static ThreadFactory drivers(Thread.Builder threads) {
    return threads.name(TestBed.NAME + "-own").factory();
  }
}
