package io.loomwheel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
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
        "--question nonsense",
        "--rounds two",
        "--rounds 2",
        "--round-millis 0",
        "--pause-millis -1",
        "--producers 1,0",
        "--pending -5",
        "--timers 0",
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

  private int execute(String line) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(line.split(" "));
  }
}
