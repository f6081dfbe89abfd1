package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** What submitters stand on. Thread-safe. */
public record Ground(WheelTimer timer, Executor executor, Consumer<Throwable> onFailure) {}
