package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;

/** The timers that an application context shows in its meters and its health. */
final class ObservedTimers {
  private ObservedTimers() {}

  /**
   * {@return the timer beans by their names, and the shared timer, which all that names no timer
   * waits on, unless it is one of the beans}
   */
  static Map<String, WheelTimer> of(ListableBeanFactory beans) {
    Map<String, WheelTimer> timers =
        new LinkedHashMap<>(beans.getBeansOfType(WheelTimer.class, false, true));
    if (!timers.containsValue(WheelTimer.shared())) {
      timers.put("loomwheel-shared", WheelTimer.shared()); // as its thread and log lines name it
    }
    return timers;
  }
}
