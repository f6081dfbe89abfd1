package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** What the endpoint says of a timer. */
class WheelEndpointTest {
  @Test
  void timers_oneOfTwoThatAreDueHasGoneToTheExecutor_sayWhatWaitsAndHowLong() {
    StaticListableBeanFactory beans = new StaticListableBeanFactory();
    List<Map<String, Object>> details = new ArrayList<>();
    ManualClock clock = new ManualClock();
    WheelTimer timer =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(task -> details.add(new WheelEndpoint(beans).timers().get("timer")))
            .build();
    beans.addBean("timer", timer);
    timer.schedule(() -> {}, Duration.ofSeconds(1));
    timer.schedule(() -> {}, Duration.ofSeconds(1));
    timer.schedule(() -> {}, Duration.ofHours(1));
    clock.advance(Duration.ofSeconds(1));
    assertThat(details.getFirst())
        .containsEntry("pending", 2L)
        .containsEntry("overdue", 1L)
        .containsEntry("nearest", "PT0S")
        .containsEntry("farthest", "PT59M59S")
        .containsEntry("handedOn", Map.of());
  }
}
