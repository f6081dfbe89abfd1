package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import reactor.core.scheduler.Scheduler;

/**
 * How long a source may be silent, before its first element and after, on what timer. Immutable.
 */
record ReactorIdleTime(
    long firstNanos, long idleNanos, Supplier<WheelTimer> timer, BooleanSupplier isRefused) {
  static ReactorIdleTime of(Duration idle) {
    return of(Objects.requireNonNull(idle, "idle"), idle);
  }

  static ReactorIdleTime of(Duration first, Duration idle) {
    return new ReactorIdleTime(
        TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(first, "first")),
        TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(idle, "idle")),
        WheelTimer::shared,
        () -> false);
  }

  ReactorIdleTime on(Scheduler scheduler) {
    if (!(Objects.requireNonNull(scheduler, "on") instanceof WheelScheduler wheel)) {
      throw new IllegalArgumentException("on must be a WheelScheduler, was " + scheduler);
    }
    return new ReactorIdleTime(firstNanos, idleNanos, wheel::timer, wheel::isDisposed);
  }

  ReactorIdleTime on(WheelTimer timer) {
    Objects.requireNonNull(timer, "on");
    return new ReactorIdleTime(firstNanos, idleNanos, () -> timer, () -> false);
  }
}
