package io.loomwheel.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.bench.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("results");
  }

  @Test
  void read_whatJsonWrote_isTheSame() throws IOException {
    Export.json(Samples.runs(), file);

    assertThat(Export.read(file)).isEqualTo(Samples.runs());
  }

  @Test
  void read_somethingElse_throws() throws IOException {
    Files.writeString(file, "[{\"question\": \"pair\"}]");

    assertThatThrownBy(() -> Export.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("results must hold results");
  }

  @Test
  void csv_results_hasALineForEachContestantUnderOneHeader() throws IOException {
    Export.csv(Samples.runs(), file);

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(1 + 6 + 3 + 7);
    assertThat(lines.getFirst()).startsWith("question,setting,op,contestant,cpuNanos");
    assertThat(lines.get(2)).startsWith("pair,").contains("Loomwheel,47.8,47.4,48.7");
  }

  @Test
  void merged_contestPlayedAgain_keepsTheLast() {
    Run first = new Run(Samples.ABOUT, List.of(Samples.pair(), Samples.fire()));
    Run second = new Run(Samples.ABOUT, List.of(Samples.pair(), Samples.growth()));

    assertThat(Run.merged(List.of(first, second)))
        .containsExactly(new Run(Samples.ABOUT, List.of(Samples.fire())), second);
  }

  @Test
  void merged_nothingLeftOfARun_dropsIt() {
    Run run = new Run(Samples.ABOUT, List.of(Samples.pair()));

    assertThat(Run.merged(List.of(run, run))).containsExactly(run);
  }
}
