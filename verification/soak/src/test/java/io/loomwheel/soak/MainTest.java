package io.loomwheel.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.soak.fault.Kind;
import io.loomwheel.soak.submitter.SubmitterKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
        "--minutes -1",
        "--quota 5",
        "--submitter nonsense"
      })
  void execute_badArgument_saysSoAndExitsWith2(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString()).contains("Usage: soak");
    assertThat(out.toString()).isEmpty();
  }

  /** The short run: every fault once, alone. */
  @Test
  void play_everyFault_leavesTheLedgerAtZero() throws Exception {
    Report report = play("--seconds 0.1");

    assertThat(report.wrong()).isEmpty();
    assertThat(report.total().balance().difference()).isZero();
    assertThat(report.rounds().values())
        .hasSize(Kind.values().length)
        .allSatisfy(round -> assertThat(round.balance().fired()).isPositive());
    assertThat(report.total().fired())
        .containsOnlyKeys(Stream.of(SubmitterKind.values()).map(SubmitterKind::toString).toList());
  }

  @Test
  void play_dense_usesEveryWayMostlyThoseThatCostLeast() throws Exception {
    Report report = play("--fault calm --dense --quota 15000 --seconds 0.05");

    assertThat(report.wrong()).isEmpty();
    assertThat(report.total().fired()).hasSize(SubmitterKind.values().length);
    assertThat(report.total().fired().get("new-timeout"))
        .isGreaterThan(10 * report.total().fired().get("rx"));
  }

  @Test
  void execute_faultsTogether_leaveTheLedgerAtZero() {
    int code =
        execute(
            "--together --fault throws --fault blocks --fault rejects --fault leaps"
                + " --fault rearms --fault stops --seconds 0.5");

    assertThat(code).as(out.toString()).isZero();
    assertThat(out.toString()).contains("throws+blocks+rejects", "All is well.");
  }

  private static Report play(String line) throws Exception {
    CommandLine command = Main.commandLine();
    command.parseArgs(line.split(" "));
    return command.<Main>getCommand().play();
  }

  private int execute(String line) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(line.split(" "));
  }
}
