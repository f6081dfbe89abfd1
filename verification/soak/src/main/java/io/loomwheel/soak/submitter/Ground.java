package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What submitters stand on. Thread-safe.
 *
 * @param timer that tasks wait on
 * @param executor that runs the timer's tasks
 * @param onFailure notified of what tasks throw
 */
public record Ground(WheelTimer timer, Executor executor, Consumer<Throwable> onFailure) {}
