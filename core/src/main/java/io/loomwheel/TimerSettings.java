package io.loomwheel;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.wheel.HashedWheel;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The checked and complete settings of a timer.
 *
 * @param name of the timer
 * @param tickShift a tick is two to the power of this many nanoseconds
 * @param ticksPerWheel the size of a hashed wheel's ring, a power of two; 0 means hierarchical
 * @param shards a power of two
 * @param maxPending how many timeouts may wait at once; 0 means any number
 * @param leakDetection whether a forgotten timer is reported with where it was made
 * @param clock the clock that the timer reads
 * @param threads makes the driver thread; null means a daemon named after the timer
 * @param loader the context class loader of that daemon
 * @param dispatcher runs the tasks
 * @param onFailure gets what tasks throw; null means the log
 */
record TimerSettings(
    String name,
    int tickShift,
    int ticksPerWheel,
    int shards,
    long maxPending,
    boolean leakDetection,
    NanoClock clock,
    @Nullable ThreadFactory threads,
    @Nullable ClassLoader loader,
    Dispatcher dispatcher,
    @Nullable BiConsumer<? super Timeout, ? super Throwable> onFailure) {

  /** At least once a second the driver reads a clock that may leap. */
  private static final long SLEEP_ON_ANOTHER_CLOCK_NANOS = 1_000_000_000;

  long longestSleepNanos() {
    return clock == NanoClock.system() ? Long.MAX_VALUE : SLEEP_ON_ANOTHER_CLOCK_NANOS;
  }

  /** Makes the wheel of a shard, given the owner of its nodes. */
  Wheel wheel(SlotOwner owner) {
    return ticksPerWheel == 0
        ? new HierarchicalWheel(tickShift, owner)
        : new HashedWheel(tickShift, ticksPerWheel, owner);
  }
}
