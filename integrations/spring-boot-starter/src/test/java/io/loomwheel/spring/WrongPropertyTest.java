package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A property that breaks its rule: what a user reads instead of a stack trace. */
@ExtendWith(OutputCaptureExtension.class)
class WrongPropertyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          timer.name                 | ' '  | name must not be blank, was ' '
          timer.tick-duration        | 0s   | tickDuration must be positive and at most PT24H, was PT0S
          timer.tick-duration        | -1ms | tickDuration must be positive and at most PT24H, was PT-0.001S
          timer.tick-duration        | 2d   | tickDuration must be positive and at most PT24H, was PT48H
          timer.tick-duration        | 1us  | tickDuration must be at least PT0.000065536S unless
          timer.slack                | 31   | slack must be from 0 to 30, was 31
          timer.ticks-per-wheel      | 0    | ticksPerWheel must be from 1 to 1048576, was 0
          timer.ticks-per-wheel      | 1048577 | ticksPerWheel must be from 1 to 1048576, was 1048577
          timer.shards               | 0    | shards must be from 1 to 4096, was 0
          timer.shards               | 4097 | shards must be from 1 to 4096, was 4097
          timer.max-pending-timeouts | 0    | maxPendingTimeouts must be positive, was 0
          timer.stop-wait            | -1s  | it must not be negative
          health.max-lateness        | 0s   | it must be positive
          health.refused-for         | -1s  | it must be positive
          """)
  void value_thatBreaksItsRule_isNamedWithThePropertyAndTheRule(
      String property, String value, String rule, CapturedOutput output) {
    String name = "loomwheel." + property;
    assertThatThrownBy(() -> start("--" + name + "=" + value)).isNotNull();
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("for configuration property '" + name + "'")
        .contains("'\"" + name + "\" from property source \"commandLineArgs\"'")
        .contains(rule);
  }

  @Test
  void value_ofTheSharedTimer_isRefused(CapturedOutput output) {
    assertThatThrownBy(() -> start("--loomwheel.timer.shared=true", "--loomwheel.timer.shards=8"))
        .isNotNull();
    assertThat(output)
        .contains("Invalid value '8' for configuration property 'loomwheel.timer.shards'")
        .contains("it must not be set while loomwheel.timer.shared is true");
  }

  @Test
  void wait_forTheEndOfTheSharedTimer_keepsItsRule(CapturedOutput output) {
    assertThatThrownBy(
            () -> start("--loomwheel.timer.shared=true", "--loomwheel.timer.stop-wait=-1s"))
        .isNotNull();
    assertThat(output)
        .contains("for configuration property 'loomwheel.timer.stop-wait'")
        .contains("it must not be negative");
  }

  @ParameterizedTest
  @CsvSource({
    "enabled,                      ture",
    "timer.shards,                 many",
    "timer.tick-duration,          soon",
    "timer.max-pending-timeouts,   99999999999999999999",
    "reactor.default-delays,       ture",
    "rxjava.default-delays,        ture",
    "scheduling.enabled,           ture",
    "metrics.enabled,              ture"
  })
  void value_ofAnotherType_isNamedByBoot(String property, String value, CapturedOutput output) {
    assertThatThrownBy(() -> start("--loomwheel." + property + "=" + value)).isNotNull();
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("Property: loomwheel." + property)
        .contains("Value: \"" + value + "\"");
  }

  private static void start(String... args) {
    new SpringApplicationBuilder(Empty.class).web(WebApplicationType.NONE).run(args).close();
  }

  /** An application with nothing of its own. */
  @org.springframework.boot.autoconfigure.EnableAutoConfiguration
  static class Empty {}
}
