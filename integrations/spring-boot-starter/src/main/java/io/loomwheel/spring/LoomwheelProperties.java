package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The properties under {@code loomwheel}. Immutable.
 *
 * @param enabled Whether any of Loomwheel's beans are made.
 */
@ConfigurationProperties("loomwheel")
record LoomwheelProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue TimerProperties timer,
    @DefaultValue DelayProperties reactor,
    @Name("rxjava") @DefaultValue DelayProperties rxJava,
    @DefaultValue SchedulingProperties scheduling,
    @DefaultValue MetricsProperties metrics,
    @DefaultValue HealthProperties health)
    implements InitializingBean {
  /** Not in a constructor: what that throws Boot takes for a value that can't be converted. */
  @Override
  public void afterPropertiesSet() {
    HealthProperties.requirePositive("max-lateness", health.maxLateness);
    HealthProperties.requirePositive("refused-for", health.refusedFor);
  }

  /**
   * The properties of the timer that the starter makes. The builder of the timer knows their rules,
   * so that each stands in one place. Immutable.
   *
   * @param shared Whether the timer is WheelTimer.shared(), which the whole JVM may use and which
   *     is left running when the application context closes.
   * @param name Name of the timer, in its thread and its log messages. By default loomwheel.
   * @param tickDuration Resolution, rounded down to a power of two of nanoseconds. By default 1.05
   *     ms.
   * @param slack How late a timeout may be, so that many fire together: by its delay divided by two
   *     to the power of this, from 1 to 30; 7 means 1/128. By default 0, only the tick makes it
   *     late.
   * @param ticksPerWheel Size of the ring of a hashed wheel. By default the wheel is hierarchical.
   * @param shards Number of shards, rounded up to a power of two. By default 4 for each processor,
   *     at least 64.
   * @param maxPendingTimeouts Greatest number of timeouts that may wait at once; those beyond are
   *     refused. By default there is no limit.
   * @param leakDetection Whether the timer is reported in the log when it was forgotten. By default
   *     it is.
   * @param sampleStacks Whether the timer remembers of one in 1,024 timeouts by which stack it was
   *     armed, for the endpoint wheel. By default it does not.
   * @param stopWait How long closing the application context waits, at most, until timeouts that
   *     are due were handed to the executor.
   */
  record TimerProperties(
      @DefaultValue("false") boolean shared,
      @Nullable String name,
      @Nullable Duration tickDuration,
      @Nullable Integer slack,
      @Nullable Integer ticksPerWheel,
      @Nullable Integer shards,
      @Nullable Long maxPendingTimeouts,
      @Nullable Boolean leakDetection,
      @Nullable Boolean sampleStacks,
      @DefaultValue("5s") Duration stopWait) {
    private static final String PREFIX = "loomwheel.timer.";

    WheelTimer timer() {
      WheelTimer.Builder builder = WheelTimer.builder();
      set("name", name, builder::name);
      set("tick-duration", tickDuration, builder::tickDuration);
      set("slack", slack, builder::slack);
      set("ticks-per-wheel", ticksPerWheel, builder::hashed);
      set("shards", shards, builder::shards);
      set("max-pending-timeouts", maxPendingTimeouts, builder::maxPendingTimeouts);
      set("leak-detection", leakDetection, builder::leakDetection);
      set("sample-stacks", sampleStacks, builder::sampleStacks);
      if (stopWait.isNegative()) {
        throw new InvalidConfigurationPropertyValueException(
            PREFIX + "stop-wait", stopWait, "it must not be negative");
      }
      if (shared) {
        return WheelTimer.shared();
      }
      try {
        return builder.build();
      } catch (IllegalArgumentException e) { // whether the tick is too fine is known last
        throw new InvalidConfigurationPropertyValueException(
            PREFIX + "tick-duration", tickDuration, e.getMessage());
      }
    }

    private <T> void set(String property, @Nullable T value, Consumer<T> setter) {
      if (value == null) {
        return;
      }
      if (shared) {
        throw new InvalidConfigurationPropertyValueException(
            PREFIX + property,
            value,
            "it must not be set while " + PREFIX + "shared is true: the shared timer has its own");
      }
      try {
        setter.accept(value);
      } catch (IllegalArgumentException e) {
        throw new InvalidConfigurationPropertyValueException(
            PREFIX + property, value, e.getMessage());
      }
    }
  }

  /**
   * What is done with a library.
   *
   * @param defaultDelays Whether the delays of the library's default schedulers wait on the timer,
   *     in the whole JVM, until the application context closes.
   */
  record DelayProperties(@DefaultValue("false") boolean defaultDelays) {}

  /**
   * What is done with scheduled tasks.
   *
   * @param enabled Whether @Scheduled methods wait on the timer and run on virtual threads.
   */
  record SchedulingProperties(@DefaultValue("false") boolean enabled) {}

  /**
   * What is done with Micrometer.
   *
   * @param enabled Whether the figures of timers and executors are bound to the meter registry.
   */
  record MetricsProperties(@DefaultValue("true") boolean enabled) {}

  /**
   * The properties of the health endpoint's component.
   *
   * @param maxLateness Lateness above which a timer is not healthy. It is compared with the 99th
   *     percentile of the last one to two minutes, less a tick of the timer, and with the time that
   *     the driver takes to wake up.
   * @param refusedFor How long a timer is not healthy after it has refused a timeout because of its
   *     limit.
   */
  record HealthProperties(
      @DefaultValue("1s") Duration maxLateness, @DefaultValue("1m") Duration refusedFor) {
    private static void requirePositive(String property, Duration value) {
      if (!value.isPositive()) {
        throw new InvalidConfigurationPropertyValueException(
            "loomwheel.health." + property, value, "it must be positive");
      }
    }
  }
}
