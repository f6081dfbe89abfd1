package io.loomwheel.spring;

import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Tells Boot 3 how the timers are. */
final class Boot3HealthIndicator implements HealthIndicator {
  private final TimersHealth timers;

  Boot3HealthIndicator(TimersHealth timers) {
    this.timers = timers;
  }

  @Override
  public Health health() {
    Map<String, Map<String, Object>> details = timers.details();
    return (TimersHealth.isWell(details) ? Health.up() : Health.down())
        .withDetails(details)
        .build();
  }
}
