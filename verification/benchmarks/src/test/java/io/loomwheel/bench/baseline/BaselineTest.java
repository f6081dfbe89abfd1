package io.loomwheel.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.bench.Samples;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {
  @TempDir private Path directory;

  @Test
  void compare_sameRun_holds() throws IOException {
    Comparison comparison = written(Samples.runs()).compare(Samples.runs());

    assertThat(comparison.holds()).isTrue();
    assertThat(comparison.table()).contains("All ratios hold.").doesNotContain("WORSE");
  }

  @Test
  void compare_slowerMachine_holds() throws IOException {
    Comparison comparison = written(runs(50, 100)).compare(runs(150, 300));

    assertThat(comparison.holds()).isTrue();
  }

  @Test
  void compare_ratioJustWithinTheMargin_holds() throws IOException {
    assertThat(written(runs(50, 100)).compare(runs(64.9, 100)).holds()).isTrue();
  }

  @Test
  void compare_ratioJustBeyondTheMargin_fails() throws IOException {
    Comparison comparison = written(runs(50, 100)).compare(runs(65.1, 100));

    assertThat(comparison.holds()).isFalse();
    assertThat(comparison.table())
        .contains(
            "| pair, setting, Loomwheel, CPU × best peer |     0.50 |   30 % | 0.65 | WORSE |")
        .contains("1 of 1 ratios are worse");
  }

  @Test
  void compare_ratioFarBelow_saysSoAndHolds() throws IOException {
    Comparison comparison = written(runs(50, 100)).compare(runs(20, 100));

    assertThat(comparison.holds()).isTrue();
    assertThat(comparison.table()).contains("better");
  }

  @Test
  void compare_rowNotMeasured_fails() throws IOException {
    Comparison comparison = written(runs(50, 100)).compare(List.of());

    assertThat(comparison.holds()).isFalse();
    assertThat(comparison.table()).contains("MISSING");
  }

  @Test
  void compare_rowThatIsNew_isLeftOut() throws IOException {
    assertThat(written(List.of()).compare(runs(50, 100)).holds()).isTrue();
  }

  @Test
  void of_wideSpread_allowsItsRangeButNeverMoreThanDouble() {
    assertThat(ratio(new Spread(45, 50, 55), new Spread(90, 100, 110)).margin()).isEqualTo(0.494);
    assertThat(ratio(new Spread(50, 50, 90), new Spread(90, 100, 110)).margin()).isEqualTo(1);
    assertThat(ratio(new Spread(50, 50, 50), new Spread(100, 100, 100)).margin()).isEqualTo(0.3);
  }

  @Test
  void read_somethingElse_throws() throws IOException {
    Path file = Files.writeString(directory.resolve("other"), "{}");

    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must hold a baseline");
  }

  private Baseline written(List<Run> runs) throws IOException {
    Path file = directory.resolve("baseline.json");
    Baseline.of(runs).write(file);
    return Baseline.read(file);
  }

  private static List<Run> runs(double ours, double theirs) {
    return runs(new Spread(ours, ours, ours), new Spread(theirs, theirs, theirs));
  }

  private static Ratio ratio(Spread ours, Spread theirs) {
    return Ratio.of(runs(ours, theirs)).getFirst();
  }

  private static List<Run> runs(Spread ours, Spread theirs) {
    Result result =
        new Result(
            "pair",
            "setting",
            "op",
            false,
            List.of(
                Samples.score("Loomwheel", Role.SUBJECT, ours, ours),
                Samples.score("Netty", Role.PEER, theirs, theirs)),
            List.of());
    return List.of(new Run(Samples.ABOUT, List.of(result)));
  }
}
