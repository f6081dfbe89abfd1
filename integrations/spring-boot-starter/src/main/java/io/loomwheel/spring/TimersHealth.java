package io.loomwheel.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The health of all timer beans and of the shared timer, in the words of neither Boot 3 nor Boot 4.
 * Thread-safe.
 */
final class TimersHealth {
  private final ListableBeanFactory beans;
  private final HealthProperties properties;

  TimersHealth(ListableBeanFactory beans, LoomwheelProperties properties) {
    this.beans = beans;
    this.properties = properties.health();
  }

  /** {@return the details of each timer, by its name} */
  Map<String, Map<String, Object>> details() {
    Map<String, Map<String, Object>> details = new LinkedHashMap<>();
    ObservedTimers.of(beans)
        .forEach((name, timer) -> details.put(name, new TimerCheck(timer, properties).details()));
    return details;
  }

  static boolean isWell(Map<String, Map<String, Object>> details) {
    return details.values().stream().noneMatch(timer -> timer.containsKey("problem"));
  }
}
