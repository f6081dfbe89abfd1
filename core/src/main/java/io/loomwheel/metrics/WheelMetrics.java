package io.loomwheel.metrics;

import static io.loomwheel.internal.TimerAccess.engineOf;
import static io.micrometer.core.instrument.binder.BaseUnits.TASKS;

import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Binds the figures of a timer to a Micrometer registry: {@code loomwheel.pending}, the counters
 * {@code loomwheel.armed}, {@code .fired}, {@code .cancelled}, {@code .rescheduled}, {@code
 * .rejected}, {@code .refused}, {@code .failed}, {@code .rescued} and {@code .wakeups}, and the
 * lateness of the last one to two minutes: its median {@code loomwheel.lateness.p50}, its 99th
 * percentile {@code loomwheel.lateness.p99} and the greatest, {@code loomwheel.lateness.max}, in
 * the registry's unit of time. Each has the tag {@code timer}. The three are meters of their own,
 * because a reader that chooses no tag gets the sum over it.
 *
 * <p>The counters {@code loomwheel.lateness.within} and {@code loomwheel.start.within} are
 * histograms of {@link WheelStats#handedOnWithin} and {@link WheelStats#begunWithin}, with the tag
 * {@code le}, seconds, as Prometheus has it: those of many instances may be added up.
 *
 * <p>Thread-safe. Costs nothing but where a meter is read, and then a visit to each shard, with its
 * lock, to count what waits. If that is more than some 32,000 timeouts, all meters of a scrape
 * share one sample of so many, and {@code pending} and {@code cancelled} are estimates, as {@link
 * WheelStats#cancelled} says. The registry holds the timer weakly. Needs {@code
 * io.micrometer:micrometer-core}, which Loomwheel itself does not bring along.
 */
@SuppressWarnings("exports") // callers depend on Micrometer themselves
public final class WheelMetrics implements MeterBinder {
  private static final String TIMEOUTS = "timeouts";

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
    Gauge.builder("loomwheel.pending", timer, observed -> engineOf(observed).aboutPending())
        .description("Timeouts that wait for their deadline")
        .baseUnit(TIMEOUTS)
        .tag("timer", name)
        .register(registry);
    LongAccumulator most = new LongAccumulator(Math::max, 0); // an estimate may fall, a counter not
    List.of(
            counter("armed", TIMEOUTS, "Timeouts accepted", WheelStats::armed),
            counter("fired", TIMEOUTS, "Timeouts handed to the executor", WheelStats::fired),
            counter(
                "cancelled",
                TIMEOUTS,
                "Timeouts cancelled before",
                stats -> {
                  most.accumulate(stats.cancelled());
                  return most.get();
                }),
            counter("rescheduled", TIMEOUTS, "Deadlines changed", WheelStats::rescheduled),
            counter(
                "rejected", TASKS, "Fired tasks that the executor refused", WheelStats::rejected),
            counter("refused", TIMEOUTS, "Timeouts over the limit", WheelStats::refused),
            counter("failed", TASKS, "Tasks that have thrown", WheelStats::failed),
            counter("wakeups", null, "Looks of the driver for work", WheelStats::wakeUps),
            counter(
                "rescued",
                TASKS,
                "Tasks that platform threads ran, because virtual ones could not begin",
                WheelStats::rescued))
        .forEach(counter -> counter.register(registry));
    within(registry, "lateness", "Timeouts handed on so late, at most", WheelStats::handedOnWithin);
    within(
        registry,
        "start",
        "Of one task in 16: begun by the executor so long after, at most",
        WheelStats::begunWithin);
    lateness(registry, "p50", "Half of the timeouts", WheelStats::latenessP50);
    lateness(registry, "p99", "99 of 100 timeouts", WheelStats::latenessP99);
    lateness(registry, "max", "All timeouts", WheelStats::latenessMax);
  }

  private FunctionCounter.Builder<WheelTimer> counter(
      String what, @Nullable String unit, String description, ToLongFunction<WheelStats> value) {
    return FunctionCounter.builder(
            "loomwheel." + what, timer, observed -> value.applyAsLong(observed.stats()))
        .description(description)
        .baseUnit(unit)
        .tag("timer", name);
  }

  /** Registers a histogram as counters with the tag {@code le}, which those of many add up to. */
  private void within(
      MeterRegistry registry,
      String what,
      String description,
      Function<WheelStats, Map<Duration, Long>> counts) {
    for (Duration bound : counts.apply(timer.stats()).keySet()) {
      long nanos = bound.toNanos();
      counter(
              what + ".within",
              TIMEOUTS,
              description,
              stats -> counts.apply(stats).getOrDefault(bound, 0L))
          .tag("le", nanos == Long.MAX_VALUE ? "+Inf" : Double.toString(nanos / 1e9))
          .register(registry);
    }
  }

  private void lateness(
      MeterRegistry registry, String what, String of, Function<WheelStats, Duration> value) {
    TimeGauge.builder(
            "loomwheel.lateness." + what,
            timer,
            TimeUnit.NANOSECONDS,
            observed -> value.apply(observed.stats()).toNanos())
        .description(of + " of the last one to two minutes were handed on at most this late")
        .tag("timer", name)
        .register(registry);
  }
}
