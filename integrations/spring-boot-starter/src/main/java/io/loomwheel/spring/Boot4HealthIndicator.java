package io.loomwheel.spring;

import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Tells Boot 4 how the timers are. */
final class Boot4HealthIndicator implements HealthIndicator {
  private final TimersHealth timers;

  Boot4HealthIndicator(TimersHealth timers) {
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
