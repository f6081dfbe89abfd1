package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.IdleTimer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How long a source may be silent, and what measures it. Immutable.
 *
 * @param first until the first element
 * @param idle after that
 * @param on the scheduler whose timer to use, or null for the timer of this record
 * @param timer null for the shared timer, or that of the scheduler
 */
record IdleTime(Span first, Span idle, @Nullable WheelScheduler on, @Nullable WheelTimer timer) {
  /** A time, as the user has given it. */
  record Span(long amount, TimeUnit unit) {
    Span {
      Objects.requireNonNull(unit, "unit is null");
    }

    /** Keeps a duration in the coarsest exact unit, at most seconds. */
    static Span of(Duration time, String name) {
      int nanos = Objects.requireNonNull(time, name + " is null").toNanosPart();
      TimeUnit unit =
          nanos == 0
              ? TimeUnit.SECONDS
              : nanos % 1_000_000 == 0
                  ? TimeUnit.MILLISECONDS
                  : nanos % 1_000 == 0 ? TimeUnit.MICROSECONDS : TimeUnit.NANOSECONDS;
      return new Span(unit.convert(time), unit);
    }

    long nanos() {
      return unit.toNanos(amount);
    }

    @Override
    public String toString() {
      return amount + " " + unit.toString().toLowerCase(Locale.ROOT);
    }
  }

  static IdleTime of(Duration idle) {
    Span span = Span.of(idle, "idle");
    return new IdleTime(span, span, null, null);
  }

  static IdleTime of(Duration first, Duration idle) {
    return new IdleTime(Span.of(first, "first"), Span.of(idle, "idle"), null, null);
  }

  static IdleTime of(long idle, TimeUnit unit) {
    Span span = new Span(idle, unit);
    return new IdleTime(span, span, null, null);
  }

  IdleTime on(Scheduler scheduler) {
    return switch (Objects.requireNonNull(scheduler, "on is null")) {
      case WheelScheduler wheel -> new IdleTime(first, idle, wheel, null);
      case WheelTestScheduler test -> on(test.timer());
      default ->
          throw new IllegalArgumentException("on must be a WheelScheduler, was " + scheduler);
    };
  }

  IdleTime on(WheelTimer timer) {
    return new IdleTime(first, idle, null, Objects.requireNonNull(timer, "on is null"));
  }

  /** {@return a timer for a new subscription, not armed yet} */
  IdleTimer timer(Runnable onTimeout) {
    WheelTimer measuring = on != null ? on.timer() : timer != null ? timer : WheelTimer.shared();
    return new IdleTimer(
        measuring, first.nanos(), idle.nanos(), RxJavaPlugins.onSchedule(onTimeout));
  }

  /** Arms that timer; {@return null, or the rejection} */
  @Nullable RejectedExecutionException arm(IdleTimer timer) {
    if (on != null && on.isShutDown()) {
      return new RejectedExecutionException("the scheduler was shut down: " + on);
    }
    try {
      return timer.arm() ? null : new RejectedExecutionException("the timer was stopped");
    } catch (RejectedExecutionException limitReached) {
      return limitReached;
    }
  }

  /** {@return the exception of a timeout, with the message of RxJava's own timeout} */
  TimeoutException exceeded(IdleTimer timer) {
    return new TimeoutException(
        "The source did not signal an event for "
            + (timer.isFirstMissing() ? first : idle)
            + " and has been terminated.");
  }
}
