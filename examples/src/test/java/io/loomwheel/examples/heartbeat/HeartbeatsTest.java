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
