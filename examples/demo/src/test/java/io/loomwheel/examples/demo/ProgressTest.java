package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);

  private String shown() {
    return shown.toString(StandardCharsets.UTF_8);
  }

  @Test
  void inLog_twoRounds_printsALineWhenEachIsOver() {
    try (Progress progress = new ProgressInLog(out)) {
      progress.round("warm-up");
      progress.turn("first");
      progress.done();
      progress.turn("second");
      assertThat(shown()).isEmpty();
      progress.round("round 1 of 1");
      progress.turn("first");
    }

    assertThat(shown().lines())
        .satisfiesExactly(
            line -> assertThat(line).matches("warm-up: 2 turns in \\d+ s"),
            line -> assertThat(line).matches("round 1 of 1: 1 turns in \\d+ s"));
  }

  @Test
  void onTerminal_allTurns_drawsAFullBarOverItself() {
    try (Progress progress = new ProgressOnTerminal(2, out)) {
      progress.round("round 1 of 1");
      progress.turn("first");
      progress.done();
      progress.turn("second");
      progress.done();
    }

    assertThat(shown()).contains("\r", "2/2");
  }
}
