package io.loomwheel.metrics;

import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Binds the figures of a timer to a Micrometer registry: {@code loomwheel.pending}, the counters
 * {@code loomwheel.armed}, {@code .fired}, {@code .cancelled}, {@code .rescheduled}, {@code
 * .rejected}, {@code .refused}, {@code .failed} and {@code .wakeups}, and {@code
 * loomwheel.lateness} with the tag {@code phi} for the median, the 99th percentile and the maximum
 * of the last one to two minutes; each with the tag {@code timer}.
 *
 * <p>Thread-safe. Each read of a meter visits the shards; there is no other cost. The registry
 * holds the timer weakly. Needs {@code io.micrometer:micrometer-core}, which Loomwheel itself does
 * not bring along.
 */
@SuppressWarnings("exports") // callers depend on Micrometer themselves
public final class WheelMetrics implements MeterBinder {
  private final WheelTimer timer;
  private final String name;

  /**
   * Makes a binder.
   *
   * @param timer the timer to observe
   * @param name the value of the tag {@code timer}
   */
  public WheelMetrics(WheelTimer timer, String name) {
    this.timer = Objects.requireNonNull(timer, "timer");
    this.name = Objects.requireNonNull(name, "name");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Objects.requireNonNull(registry, "registry");
    Gauge.builder("loomwheel.pending", timer, WheelTimer::pendingTimeouts)
        .description("Timeouts that wait for their deadline")
        .tag("timer", name)
        .register(registry);
    counter(registry, "armed", "Timeouts accepted", WheelStats::armed);
    counter(registry, "fired", "Timeouts handed to the executor", WheelStats::fired);
    counter(registry, "cancelled", "Timeouts cancelled before", WheelStats::cancelled);
    counter(registry, "rescheduled", "Deadlines changed", WheelStats::rescheduled);
    counter(registry, "rejected", "Fired tasks that the executor refused", WheelStats::rejected);
    counter(registry, "refused", "Timeouts over the limit", WheelStats::refused);
    counter(registry, "failed", "Tasks that have thrown", WheelStats::failed);
    counter(registry, "wakeups", "Looks of the driver for work", WheelStats::wakeUps);
    lateness(registry, "0.5", WheelStats::latenessP50);
    lateness(registry, "0.99", WheelStats::latenessP99);
    lateness(registry, "1", WheelStats::latenessMax);
  }

  private void counter(
      MeterRegistry registry, String what, String description, ToLongFunction<WheelStats> value) {
    FunctionCounter.builder(
            "loomwheel." + what, timer, observed -> value.applyAsLong(observed.stats()))
        .description(description)
        .tag("timer", name)
        .register(registry);
  }

  private void lateness(MeterRegistry registry, String phi, Function<WheelStats, Duration> value) {
    TimeGauge.builder(
            "loomwheel.lateness",
            timer,
            TimeUnit.NANOSECONDS,
            observed -> value.apply(observed.stats()).toNanos())
        .description("How late timeouts were handed to the executor in the last one to two minutes")
        .tag("timer", name)
        .tag("phi", phi)
        .register(registry);
  }
}
