package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * How long a source may be silent, and what measures it. Immutable.
 *
 * @param firstNanos until the first element
 * @param idleNanos after that
 * @param on the scheduler whose timer to use, or null for the timer of this record
 * @param timer null for the shared timer, or that of the scheduler
 */
record ReactorIdleTime(
    long firstNanos, long idleNanos, @Nullable WheelScheduler on, @Nullable WheelTimer timer) {

  static ReactorIdleTime of(Duration idle) {
    long nanos = TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(idle, "idle"));
    return new ReactorIdleTime(nanos, nanos, null, null);
  }

  static ReactorIdleTime of(Duration first, Duration idle) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(idle, "idle");
    return new ReactorIdleTime(
        TimeUnit.NANOSECONDS.convert(first), TimeUnit.NANOSECONDS.convert(idle), null, null);
  }

  ReactorIdleTime on(Scheduler scheduler) {
    if (!(Objects.requireNonNull(scheduler, "on") instanceof WheelScheduler wheel)) {
      throw new IllegalArgumentException("on must be a WheelScheduler, was " + scheduler);
    }
    return new ReactorIdleTime(firstNanos, idleNanos, wheel, null);
  }

  ReactorIdleTime on(WheelTimer timer) {
    return new ReactorIdleTime(firstNanos, idleNanos, null, Objects.requireNonNull(timer, "on"));
  }

  /** {@return the timer that measures a new subscription's time} */
  WheelTimer measuring() {
    return on != null ? on.timer() : timer != null ? timer : WheelTimer.shared();
  }

  /** {@return whether the scheduler refuses tasks} */
  boolean isRefused() {
    return on != null && on.isDisposed();
  }
}
