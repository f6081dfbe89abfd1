package io.loomwheel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.baseline.Baseline;
import io.loomwheel.bench.measure.Export;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--question nonsense",
        "--rounds two",
        "--rounds 2",
        "--round-millis 0",
        "--pause-millis -1",
        "--producers 1,0",
        "--pending -5",
        "--timers 0",
        "--from no-such-file.json",
        "--json no-such-folder/results.json",
        "--unknown",
        "stray"
      })
  void execute_badArgument_saysSoInOneLineAndExitsWith2(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void execute_help_namesTheQuestions() {
    assertThat(execute("--help")).isZero();
    assertThat(out.toString()).contains("pair, handover, growth").contains("--rounds");
  }

  @Test
  void execute_contestantsThatMatchNothing_leavesTheFloor() {
    int code = execute("--question reschedule --only nobody --rounds 3 --round-millis 1 --held 2");

    assertThat(code).isZero();
    assertThat(out.toString()).contains("| floor").doesNotContain("Netty");
  }

  @Test
  void execute_savedResults_drawsThemWithoutMeasuring() throws IOException {
    Path saved = directory.resolve("a.json");
    Path again = directory.resolve("b.json");
    Path report = directory.resolve("report.html");
    Export.json(List.of(new Run(Samples.ABOUT, List.of(Samples.pair()))), saved);
    Export.json(List.of(new Run(Samples.ABOUT, List.of(Samples.growth()))), again);

    int code = execute("--from " + saved + " --from " + again + " --report " + report);

    assertThat(code).isZero();
    assertThat(report).content().contains("pair: 1 producer(s)", "growth: 1 producer");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void execute_promises_saysOfEachWhetherItWasMet() throws IOException {
    Path saved = directory.resolve("saved.json");
    Export.json(List.of(new Run(Samples.ABOUT, List.of(Samples.pair()))), saved);

    assertThat(execute("--from " + saved + " --promises")).isZero();
    assertThat(out.toString()).contains("| promise", " met |", "missed by", "not measured");
  }

  @Test
  void execute_baselineThatHolds_exitsWith0() throws IOException {
    assertThat(execute(guard(Samples.pair()))).isZero();
    assertThat(out.toString()).contains("All ratios hold.");
  }

  @Test
  void execute_baselineThatWasBetter_exitsWith1AndATable() throws IOException {
    assertThat(execute(guard(Samples.growth()))).isEqualTo(1);
    assertThat(out.toString()).contains("| ratio", "MISSING");
  }

  @Test
  void execute_rubbishAsBaseline_saysSoBeforeAnythingIsMeasured() throws IOException {
    Path rubbish = Files.writeString(directory.resolve("rubbish"), "{}");

    String brief = "--question reschedule --only nobody --rounds 3 --round-millis 1 --held 2";
    assertThat(execute(brief + " --baseline " + rubbish)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("rubbish must hold a baseline");
  }

  /** Holds the results of one contest against the baseline of another. */
  private String guard(Result baseline) throws IOException {
    Path saved = directory.resolve("saved.json");
    Path file = directory.resolve("baseline.json");
    Export.json(List.of(new Run(Samples.ABOUT, List.of(Samples.pair()))), saved);
    Baseline.of(List.of(new Run(Samples.ABOUT, List.of(baseline)))).write(file);
    return "--from " + saved + " --baseline " + file;
  }

  private int execute(String line) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(line.split(" "));
  }
}
