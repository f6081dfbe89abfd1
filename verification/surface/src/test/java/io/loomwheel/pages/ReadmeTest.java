package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.consumer.Javac;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The README keeps its promises of form, and every sample in it compiles. */
class ReadmeTest {
  private static final Path README = Path.of("..", "..", "README.md");
  private static final Pattern SAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
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

  static List<String> samples() throws IOException {
    List<String> samples = new ArrayList<>();
    Matcher matcher = SAMPLE.matcher(Files.readString(README));
    while (matcher.find()) {
      samples.add(matcher.group(1));
    }
    return samples;
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
  void readme_isShortAndShowsCodeEarly() throws IOException {
    List<String> lines = Files.readAllLines(README);
    assertThat(lines).hasSizeLessThanOrEqualTo(120);
    assertThat(lines.indexOf("```java")).isBetween(0, 24);
    assertThat(samples()).hasSizeGreaterThanOrEqualTo(4);
  }

  @Test
  void readme_testCommand_isWhatTheChecksRun() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("..", "..", ".ci", "run"))) {
      assertThat(lines).contains("mvn verify");
    }
    assertThat(Files.readString(README)).contains("```sh\nmvn verify\n```");
  }
}
