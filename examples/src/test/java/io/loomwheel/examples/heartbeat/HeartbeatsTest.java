package io.loomwheel.examples.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A small run of the example, with sockets and in real time. */
class HeartbeatsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String line) {
    CommandLine command = Heartbeats.command();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(line.split(" "));
  }

  /** A connection that answers would only be closed if the machine stood still for two seconds. */
  @Test
  void execute_someFallSilent_exactlyThoseAreClosedOnTime() {
    int code = execute("--connections 1000 --killed 37 --interval 700 --unanswered 3");

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("1,000 connections, 37 fell silent, 37 of those closed and 0 others; 0 early")
        .contains("As it should be.");
    assertThat(code).isZero();
  }

  /** No answer comes as soon as that, so all are closed. */
  @Test
  void execute_notAsItShouldBe_saysHowBusyTheMachineWas() {
    int code = execute("--connections 1000 --killed 1 --interval 1 --unanswered 1");

    assertThat(err.toString()).contains("closed though they answered");
    assertThat(out.toString())
        .contains("Not as it should be.")
        .containsPattern("The machine: load average .* processors; a thread .* ms late")
        .contains("fewer --connections or a longer --interval");
    assertThat(code).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--connections 0",
        "--killed -1",
        "--interval 0",
        "--unanswered 0",
        "--connections 5 --killed 6",
        "--unknown"
      })
  void execute_badOption_saysSoAndExitsWith2(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString()).isNotEmpty();
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void roomForConnections_isSomeAndLeavesRoomForTheRest() {
    assertThat(Descriptors.roomForConnections()).isPositive();
  }
}
