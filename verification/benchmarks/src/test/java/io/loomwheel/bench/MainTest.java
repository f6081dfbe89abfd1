package io.loomwheel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
  private static final String SHORT_RUN =
      "--question pair --question reschedule --question burst --rounds 3 --round-millis 1"
          + " --pause-millis 0 --held 10 --timers 10 --only loomwheel --svg ";

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--question nonsense",
        "--rounds 2",
        "--round-millis 0",
        "--pause-millis -1",
        "stray"
      })
  void execute_badArgument_saysSoAndExitsWith2(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString()).contains("Usage: bench");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void execute_aShortRun_printsAndDrawsWhatItMeasured() throws Exception {
    assertThat(execute(SHORT_RUN + directory)).as(err.toString()).isZero();

    assertThat(out.toString())
        .contains("### pair: 1 producer", "### reschedule: ", "### burst: 10 in one millisecond")
        .containsPattern("\\| arm \\+ fire +\\| .* p99 ms \\| all done ms \\|\n\\|-+\\|-+:\\|")
        .contains("\n| Loomwheel ")
        .doesNotContain("Netty");
    try (var files = Files.list(directory)) {
      assertThat(files)
          .hasSize(2)
          .allSatisfy(it -> assertThat(it.toString()).endsWith("lateness.svg"))
          .allSatisfy(it -> assertThat(it).content().startsWith("<svg"));
    }
  }

  private int execute(String line) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(line.split(" "));
  }
}
