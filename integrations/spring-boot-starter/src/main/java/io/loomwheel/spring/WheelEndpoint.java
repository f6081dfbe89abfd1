package io.loomwheel.spring;

import io.loomwheel.WheelCensus;
import io.loomwheel.WheelTimer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Says what waits in each timer, by kind of task and by time left. Thread-safe. */
@Endpoint(id = "wheel")
record WheelEndpoint(ListableBeanFactory beans) {
  /** {@return the census of each timer, by its name} Reads every timeout that waits. */
  @ReadOperation
  Map<String, Map<String, Object>> timers() {
    Map<String, Map<String, Object>> timers = new LinkedHashMap<>();
    LoomwheelAutoConfiguration.timers(beans)
        .forEach((name, timer) -> timers.put(name, details(timer)));
    return timers;
  }

  /** {@return a census in the types that every JSON library knows} */
  private static Map<String, Object> details(WheelTimer timer) {
    WheelCensus census = timer.census();
    Map<String, Long> byTimeLeft = new LinkedHashMap<>();
    census.byTimeLeft().forEach((left, count) -> byTimeLeft.put(left.toString(), count));
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("pending", census.pending());
    details.put("overdue", census.overdue());
    census.nearest().ifPresent(left -> details.put("nearest", left.toString()));
    census.farthest().ifPresent(left -> details.put("farthest", left.toString()));
    details.put("byTimeLeft", byTimeLeft);
    details.put("byKind", census.byKind());
    details.put("handedOn", census.handedOn());
    census.oldest().ifPresent(age -> details.put("oldest", age.toString()));
    details.put("armedAt", census.armedAt());
    return details;
  }
}
