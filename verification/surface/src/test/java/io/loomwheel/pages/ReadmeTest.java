package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.consumer.Javac;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The README keeps its promises of form, and every sample in it compiles. */
class ReadmeTest {
  private static final String IMPORTS =
      """
      import io.loomwheel.*;
      import io.loomwheel.testing.ManualClock;
      import java.time.Duration;
      import java.util.concurrent.TimeUnit;
      """;
  private static final String REACTOR =
      """
      import io.loomwheel.reactor.WheelScheduler;
      import reactor.core.publisher.*;
      import reactor.core.scheduler.Scheduler;
      import reactor.test.StepVerifier;
      import reactor.util.retry.Retry;
      """;
  private static final String RXJAVA =
      """
      import io.loomwheel.rxjava.WheelScheduler;
      import io.reactivex.rxjava3.core.*;
      """;

  static List<String> samples() {
    return Pages.samples("README.md", "java");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sample_compiles(String sample) throws IOException {
    String source =
        IMPORTS
            + (sample.contains("Single<") ? RXJAVA : REACTOR)
            + "class Sample {\n  static String fetch(String uri) { return uri; }\n"
            + "  static void sample() throws Exception {\n"
            + sample
            + "  }\n}\n";
    assertThat(Javac.errorsOf("Sample", source)).isEmpty();
  }

  @Test
  void readme_isShortAndShowsCodeEarly() {
    List<String> lines = Pages.text("README.md").lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(120);
    assertThat(lines.indexOf("```java")).isBetween(0, 24);
    assertThat(samples()).hasSizeGreaterThanOrEqualTo(4);
  }

  @Test
  void readme_testCommand_isWhatTheChecksRun() {
    assertThat(Pages.text(".ci/run").lines()).contains("mvn verify");
    assertThat(Pages.samples("README.md", "sh")).contains("mvn verify\n");
  }
}
