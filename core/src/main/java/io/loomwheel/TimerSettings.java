package io.loomwheel;

import io.loomwheel.dispatch.Dispatcher;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a builder has checked and decided.
 *
 * @param name of the timer and its thread
 * @param tickShift a tick is two to the power of this many nanoseconds
 * @param shards a power of two
 * @param clock where the time is read
 * @param threads makes the driver thread
 * @param dispatcher runs the tasks
 * @param onFailure gets what tasks throw; null means the log
 */
record TimerSettings(
    String name,
    int tickShift,
    int shards,
    NanoClock clock,
    ThreadFactory threads,
    Dispatcher dispatcher,
    @Nullable BiConsumer<? super Timeout, ? super Throwable> onFailure) {}
