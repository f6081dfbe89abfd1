package io.loomwheel.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The properties of the health endpoint's component. Immutable.
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
