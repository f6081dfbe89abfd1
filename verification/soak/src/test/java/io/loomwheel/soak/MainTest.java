package io.loomwheel.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loomwheel.soak.fault.Kind;
import io.loomwheel.soak.submitter.SubmitterKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--fault nonsense",
        "--seconds 0",
        "--passes 0",
        "--minutes -1",
        "--wave-millis 0",
        "--quota 5",
        "--submitter nonsense",
        "--unknown",
        "stray"
      })
  void execute_badArgument_saysSoInOneLineAndExitsWith2(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void execute_help_namesTheFaults() {
    assertThat(execute("--help")).isZero();
    assertThat(out.toString()).contains("steps-back").contains("--together");
  }

  /** The short run: every fault once, alone. */
  @Test
  void execute_everyFault_leavesTheLedgerAtZero(@TempDir Path folder) throws Exception {
    int code = execute("--seconds 0.1 --report " + folder);

    assertThat(code).as(out.toString()).isZero();
    JsonNode report = new JsonMapper().readTree(folder.resolve("soak.json").toFile());
    assertThat(report.get("rounds")).hasSize(Kind.values().length);
    assertThat(report.get("rounds"))
        .allSatisfy(round -> assertThat(round.at("/balance/fired").asLong()).isPositive());
    assertThat(report.get("fired").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(SubmitterKind.values()).map(SubmitterKind::toString).toList());
    assertThat(report.at("/total/difference").asLong()).isZero();
    assertThat(folder.resolve("soak.md")).content().contains("All is well.");
  }

  @Test
  void execute_dense_usesEveryWayMostlyThoseThatCostLeast(@TempDir Path folder) throws Exception {
    String options = "--fault calm --dense --quota 15000 --seconds 0.05";
    int code = execute(options + " --report " + folder);

    assertThat(code).as(out.toString()).isZero();
    Path file = folder.resolve("soak.json");
    JsonNode fired = new JsonMapper().readTree(file.toFile()).get("fired");
    assertThat(fired).hasSize(SubmitterKind.values().length);
    assertThat(fired.get("new-timeout").asLong()).isGreaterThan(10 * fired.get("rx").asLong());
  }

  @Test
  void execute_faultsTogether_leaveTheLedgerAtZero() {
    int code =
        execute(
            "--together --fault throws --fault blocks --fault rejects --fault steps-back"
                + " --fault interrupts --fault rearms --fault stops --seconds 0.5");

    assertThat(code).as(out.toString()).isZero();
    assertThat(out.toString()).contains("throws+blocks+rejects");
  }

  private int execute(String line) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(line.split(" "));
  }
}
