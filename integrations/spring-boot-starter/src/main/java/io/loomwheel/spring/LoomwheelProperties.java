package io.loomwheel.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
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
    @NestedConfigurationProperty @DefaultValue TimerProperties timer,
    @DefaultValue DelayProperties reactor,
    @Name("rxjava") @DefaultValue DelayProperties rxJava,
    @DefaultValue SchedulingProperties scheduling,
    @DefaultValue MetricsProperties metrics,
    @DefaultValue HealthProperties health) {

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
    HealthProperties {
      positive("max-lateness", maxLateness);
      positive("refused-for", refusedFor);
    }

    private static void positive(String property, Duration value) {
      if (!value.isPositive()) {
        throw new InvalidConfigurationPropertyValueException(
            "loomwheel.health." + property, value, "it must be positive");
      }
    }
  }
}
