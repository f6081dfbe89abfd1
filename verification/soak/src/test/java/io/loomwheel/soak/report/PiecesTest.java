package io.loomwheel.soak.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.load.Played;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiecesTest {
  @TempDir Path folder;

  @Test
  void of_reports_addsThemUpInTheOrderOfTheirDates() throws IOException {
    Path later = written("later", 100, new Balance(4, 1, 1, 1, 1, 0, 0, 0, 0));
    Path sooner = written("sooner", 0, new Balance(3000, 3000, 0, 0, 0, 0, 0, 0, 2));

    Pieces pieces = Pieces.of(List.of(later, sooner));

    assertThat(pieces.isZero()).isTrue();
    assertThat(pieces.toString().lines().skip(2))
        .containsExactly(
            "| 1970-01-01T00:00:00Z | `sooner` | 4 | 1 | 3,000 | 3,000 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |",
            "| 1970-01-01T00:01:40Z | `later` | 4 | 1 | 4 | 1 | 1 | 1 | 1 | 0 | 0 | 0 | 0 |",
            "| 2 pieces |  | 8 | 2 | 3,004 | 3,001 | 1 | 1 | 1 | 0 | 0 | 0 | 0 |");
  }

  @Test
  void isZero_oneLostInOneAndOneTwiceInAnother_isFalse() throws IOException {
    Path lost = written("lost", 0, new Balance(2, 1, 0, 0, 0, 1, 0, 0, 0));
    Path twice = written("twice", 1, new Balance(2, 3, 0, 0, 0, 0, 1, 0, 0));

    Pieces pieces = Pieces.of(List.of(lost, twice));

    assertThat(pieces.total().difference()).isZero();
    assertThat(pieces.isZero()).isFalse();
  }

  @Test
  void of_fileThatIsNoReport_saysWhich() throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), "{}");

    assertThatThrownBy(() -> Pieces.of(List.of(file)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other.json");
  }

  private Path written(String options, long second, Balance balance) throws IOException {
    Played round =
        new Played(
            "calm",
            1,
            Duration.ofSeconds(4),
            balance,
            Map.of(),
            0,
            0,
            0,
            Duration.ZERO,
            List.of(),
            List.of());
    Report report =
        new Report(
            Instant.ofEpochSecond(second),
            options,
            "machine",
            4,
            List.of(round),
            new Heap.Line(2, 5, 5, 0, 0),
            8,
            Map.of(),
            0);
    Path to = folder.resolve(options);
    Export.write(report, to);
    return to.resolve("soak.json");
  }
}
