package io.loomwheel;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.dispatch.RejectedTask;
import io.loomwheel.internal.drive.Recording;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of a builder. Checks each value and sets the defaults. */
final class TimerOptions {
  private static final long DEFAULT_TICK_NANOS = 1L << 20;
  private static final long FINEST_TICK_NANOS = 1L << 16;
  private static final Duration COARSEST_TICK = Duration.ofDays(1);
  private static final int MAX_SHARDS = 4096;
  private static final int MAX_TICKS_PER_WHEEL = 1 << 20;
  private static final int MIN_DEFAULT_SHARDS = 64;

  private String name = "loomwheel";
  private @Nullable Duration tick;
  private int ticksPerWheel;
  private int shards;
  private long maxPending;
  private boolean leakDetection = true;
  private @Nullable Executor executor;
  private @Nullable ThreadFactory threads;
  private NanoClock clock = NanoClock.system();
  private @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected;
  private @Nullable BiConsumer<? super Timeout, ? super Throwable> onFailure;

  void name(String name) {
    if (requireNonNull(name, "name").isBlank()) {
      throw new IllegalArgumentException("name must not be blank, was '" + name + "'");
    }
    this.name = name;
  }

  void tickDuration(Duration tick) {
    requireNonNull(tick, "tick");
    if (tick.compareTo(Duration.ZERO) <= 0 || tick.compareTo(COARSEST_TICK) > 0) {
      throw new IllegalArgumentException(
          "tickDuration must be positive and at most " + COARSEST_TICK + ", was " + tick);
    }
    this.tick = tick;
  }

  void hierarchical() {
    ticksPerWheel = 0;
  }

  void hashed(int ticksPerWheel) {
    requireFrom1To(MAX_TICKS_PER_WHEEL, "ticksPerWheel", ticksPerWheel);
    this.ticksPerWheel = powerOfTwoFrom(ticksPerWheel);
  }

  void shards(int shards) {
    requireFrom1To(MAX_SHARDS, "shards", shards);
    this.shards = powerOfTwoFrom(shards);
  }

  private static void requireFrom1To(int most, String name, int value) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " must be from 1 to " + most + ", was " + value);
    }
  }

  /** The smallest power of two that is not below a number from 1 to 2<sup>30</sup>. */
  private static int powerOfTwoFrom(int least) {
    return least == 1 ? 1 : Integer.highestOneBit(least - 1) << 1;
  }

  void maxPendingTimeouts(long most) {
    if (most < 1) {
      throw new IllegalArgumentException("maxPendingTimeouts must be positive, was " + most);
    }
    this.maxPending = most;
  }

  void leakDetection(boolean on) {
    this.leakDetection = on;
  }

  void taskExecutor(Executor executor) {
    this.executor = requireNonNull(executor, "executor");
  }

  void threadFactory(ThreadFactory threads) {
    this.threads = requireNonNull(threads, "threads");
  }

  void clock(NanoClock clock) {
    this.clock = requireNonNull(clock, "clock");
  }

  void onRejected(BiConsumer<? super Runnable, ? super RejectedExecutionException> handler) {
    this.onRejected = requireNonNull(handler, "handler");
  }

  void dropRejected(Consumer<? super RejectedExecutionException> told) {
    requireNonNull(told, "told");
    onRejected =
        (task, reason) -> {
          ((RejectedTask) task).drop();
          told.accept(reason);
        };
  }

  void onFailure(BiConsumer<? super Timeout, ? super Throwable> handler) {
    this.onFailure = requireNonNull(handler, "handler");
  }

  /**
   * Sets the default of every value that was not given.
   *
   * @param loader the context class loader of the driver and, by default, of tasks
   */
  TimerSettings settings(@Nullable ClassLoader loader) {
    String name = this.name;
    boolean stepped = clock instanceof SteppedClock;
    Executor runs =
        requireNonNullElse(executor, stepped ? (Executor) Runnable::run : relay(loader));
    return new TimerSettings(
        name,
        63 - Long.numberOfLeadingZeros(tickNanos(stepped)),
        ticksPerWheel,
        shardCount(stepped),
        maxPending,
        leakDetection,
        clock,
        threads,
        loader,
        new Dispatcher(runs, onRejected, reason -> Recording.rejected(name, reason)),
        onFailure);
  }

  private static Relay relay(@Nullable ClassLoader loader) {
    return loader == Relay.class.getClassLoader() ? Relay.shared() : new Relay(loader);
  }

  private long tickNanos(boolean stepped) {
    if (tick == null) {
      return stepped ? 1 : DEFAULT_TICK_NANOS;
    }
    long nanos = tick.toNanos();
    if (!stepped && nanos < FINEST_TICK_NANOS) {
      throw new IllegalArgumentException(
          "tickDuration must be at least "
              + Duration.ofNanos(FINEST_TICK_NANOS)
              + " unless the clock is stepped by hand, was "
              + tick);
    }
    return nanos;
  }

  private int shardCount(boolean stepped) {
    if (shards != 0) {
      return shards;
    }
    int cores = Runtime.getRuntime().availableProcessors();
    return stepped ? 1 : powerOfTwoFrom(Math.clamp(4L * cores, MIN_DEFAULT_SHARDS, MAX_SHARDS));
  }
}
