package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.spring.LoomwheelProperties.TimerProperties;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;

/** Which properties of a timer contradict each other. */
class TimerSettingsTest {
  private static TimerProperties bound(Map<String, String> values) {
    return new Binder(
            List.of(new MapConfigurationPropertySource(values)),
            null,
            new ApplicationConversionService(),
            null,
            null,
            null)
        .bindOrCreate("t", TimerProperties.class);
  }

  @ParameterizedTest
  @CsvSource({
    "name,                 orders",
    "tick-duration,        1ms",
    "slack,                1",
    "ticks-per-wheel,      64",
    "shards,               2",
    "max-pending-timeouts, 5",
    "leak-detection,       true",
    "sample-stacks,        true"
  })
  void shared_withASettingOfATimer_isRefused(String property, String value) {
    TimerProperties properties = bound(Map.of("t.shared", "true", "t." + property, value));
    assertThatThrownBy(properties::timer)
        .hasMessageContaining("loomwheel.timer." + property + " with value '")
        .hasMessageContaining("it must not be set while loomwheel.timer.shared is true");
  }
}
