package io.loomwheel.examples.integrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/integrations.md are code of these examples. */
class IntegrationsPageTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern SAMPLE =
      Pattern.compile("```(?:java|kotlin)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern PROGRAM = Pattern.compile("-Dexample=(\\w+)");

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/guide/integrations.md"));
  }

  private static String stripped(String code) {
    return code.strip().replaceAll("\\n\\s*", "\n");
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("examples"))) {
      return files
          .filter(file -> file.toString().matches(".*/src/main/.*\\.(java|kt)"))
          .map(IntegrationsPageTest::read)
          .map(IntegrationsPageTest::stripped)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void samples_areCodeOfTheExamples() throws IOException {
    String sources = sources();
    List<String> samples =
        SAMPLE.matcher(page()).results().map(sample -> stripped(sample.group(1))).toList();
    assertThat(samples).hasSizeGreaterThan(12).allSatisfy(one -> assertThat(sources).contains(one));
  }

  @Test
  void programThatThePageRuns_isThere() throws Exception {
    List<String> programs =
        PROGRAM.matcher(page()).results().map(program -> program.group(1)).toList();
    assertThat(programs).isNotEmpty();
    for (String program : programs) {
      assertThat(
              Class.forName(getClass().getPackageName() + "." + program)
                  .getMethod("main", String[].class))
          .isNotNull();
    }
  }
}
