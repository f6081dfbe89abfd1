package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.IdleTimer;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The longest time that a source may be silent, and the scheduler whose timer to use. Immutable.
 *
 * @param amount the time, as the user has given it
 * @param unit the unit of the amount
 * @param on the scheduler, or null for the shared timer
 */
record IdleTime(long amount, TimeUnit unit, @Nullable WheelScheduler on) {
  IdleTime {
    Objects.requireNonNull(unit, "unit is null");
  }

  /** Keeps a duration in the coarsest exact unit, at most seconds. */
  static IdleTime of(Duration idle, @Nullable WheelScheduler on) {
    int nanos = Objects.requireNonNull(idle, "idle is null").toNanosPart();
    TimeUnit unit =
        nanos == 0
            ? TimeUnit.SECONDS
            : nanos % 1_000_000 == 0
                ? TimeUnit.MILLISECONDS
                : nanos % 1_000 == 0 ? TimeUnit.MICROSECONDS : TimeUnit.NANOSECONDS;
    return new IdleTime(unit.convert(idle), unit, on);
  }

  /** {@return a timer for a new subscription, not armed yet} */
  IdleTimer timer(Runnable onTimeout) {
    WheelTimer timer = on == null ? WheelTimer.shared() : on.timer();
    return new IdleTimer(timer, unit.toNanos(amount), RxJavaPlugins.onSchedule(onTimeout));
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
  TimeoutException exceeded() {
    return new TimeoutException(
        "The source did not signal an event for "
            + amount
            + " "
            + unit.toString().toLowerCase(Locale.ROOT)
            + " and has been terminated.");
  }
}
