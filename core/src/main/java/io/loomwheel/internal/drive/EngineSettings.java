package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link Engine}, which the public API has checked.
 *
 * @param shards how many, a power of two
 * @param tickShift a tick is two to the power of this many nanoseconds
 * @param slack a deadline may be late by the delay divided by two to the power of this, but never
 *     early, so that many fall together; 0 means that it is exact
 * @param clock nanoseconds from any origin
 * @param wheels makes the wheel of a shard, given the owner of its nodes
 * @param maxPending how many nodes may be armed at once; 0 means any number
 * @param driver makes the thread that turns the wheels and sleeps in between; null means that the
 *     thread turns them that moves the clock by hand: it calls {@link Engine#turn}
 * @param longestSleepNanos how long the driver sleeps at most while something is armed; bounded if
 *     the clock may leap
 */
@SuppressWarnings("exports") // jspecify's annotations are optional for callers
public record EngineSettings(
    int shards,
    int tickShift,
    int slack,
    LongSupplier clock,
    Function<? super SlotOwner, ? extends Wheel> wheels,
    long maxPending,
    @Nullable ThreadFactory driver,
    long longestSleepNanos) {}
