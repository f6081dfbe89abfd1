package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.Scheduler;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How long a source may be silent, before its first element and after, and what measures it: not
 * the timer, but RxJava's own operator on {@code test}, if that is not null. Immutable.
 */
record IdleTime(
    Span first,
    Span idle,
    Supplier<WheelTimer> timer,
    BooleanSupplier isRefused,
    @Nullable WheelTestScheduler test) {
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

  private static IdleTime of(Span first, Span idle) {
    return new IdleTime(first, idle, WheelTimer::shared, () -> false, null);
  }

  static IdleTime of(Duration idle) {
    return of(Span.of(idle, "idle"), Span.of(idle, "idle"));
  }

  static IdleTime of(Duration first, Duration idle) {
    return of(Span.of(first, "first"), Span.of(idle, "idle"));
  }

  static IdleTime of(long idle, TimeUnit unit) {
    return of(new Span(idle, unit), new Span(idle, unit));
  }

  IdleTime on(Scheduler scheduler) {
    return switch (Objects.requireNonNull(scheduler, "on is null")) {
      case WheelScheduler wheel -> new IdleTime(first, idle, wheel::timer, wheel::isShutDown, null);
      case WheelTestScheduler test -> new IdleTime(first, idle, test::timer, () -> false, test);
      default ->
          throw new IllegalArgumentException("on must be a WheelScheduler, was " + scheduler);
    };
  }

  IdleTime on(WheelTimer timer) {
    Objects.requireNonNull(timer, "on is null");
    return new IdleTime(first, idle, () -> timer, () -> false, null);
  }

  /** {@return the exception of a timeout, with the message of RxJava's own timeout} */
  TimeoutException exceeded(boolean firstIsMissing) {
    Span silence = firstIsMissing ? first : idle;
    return new TimeoutException(
        "The source did not signal an event for " + silence + " and has been terminated.");
  }
}
