package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @TempDir private Path classes;

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
  void sample_compiles(String sample) {
    String source =
        IMPORTS
            + (sample.contains("Single<") ? RXJAVA : REACTOR)
            + "class Sample {\n  static String fetch(String uri) { return uri; }\n"
            + "  static void sample() throws Exception {\n"
            + sample
            + "  }\n}\n";
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("mem:///Sample.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    compiler.getTask(null, null, problems, options, null, List.of(file)).call();
    assertThat(problems.getDiagnostics())
        .filteredOn(problem -> problem.getKind() == javax.tools.Diagnostic.Kind.ERROR)
        .isEmpty();
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
