package io.loomwheel.spring;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

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
    @NestedConfigurationProperty @DefaultValue HealthProperties health) {

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
}
