package io.loomwheel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.measure.About;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Percentiles;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import io.loomwheel.bench.questions.Sizes;
import io.loomwheel.bench.questions.Topic;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AccountTest {
  /** What the command line asks for if nothing is said. */
  private static final Sizes DEFAULTS =
      new Sizes(10_000, List.of(1_000, 1_000_000, 10_000_000), 300_000);

  @ParameterizedTest
  @MethodSource("promises")
  void promises_each_namesAContestOfItsQuestionAndWhoTakesPartInIt(Promise promise) {
    Contest contest =
        Arrays.stream(Topic.values())
            .filter(it -> it.toString().equals(promise.question()))
            .flatMap(it -> it.contests(DEFAULTS).stream())
            .filter(it -> it.setting().equals(promise.setting()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no contest " + promise.setting()));
    assertThat(contest.entrants()).extracting(Entrant::name).contains(promise.contestant());
    switch (promise.to()) {
      case "" -> {}
      case Promise.FLOOR ->
          assertThat(contest.entrants()).extracting(Entrant::role).containsOnlyOnce(Role.FLOOR);
      case Promise.BEST_PEER ->
          assertThat(contest.entrants()).extracting(Entrant::role).contains(Role.PEER);
      default -> assertThat(contest.entrants()).extracting(Entrant::name).contains(promise.to());
    }
  }

  static List<Promise> promises() throws IOException {
    return Account.promises();
  }

  @ParameterizedTest
  @CsvSource({
    "70, 0.7, 0, met, met, met",
    "90, 2.2, 3, missed by 12 %, missed by 10 %, missed by 3"
  })
  void of_measured_saysWhetherAndByHowMuch(
      double cpu, double p99, int early, String ratio, String late, String none)
      throws IOException {
    Map<String, Spread> ours =
        Map.of(
            Score.CPU,
            Spread.of(cpu),
            "p99 ms",
            new Spread(p99 / 2, p99, p99 * 2),
            "early",
            new Spread(0, early, early));
    Percentiles curve = new Percentiles(List.of());
    Map<String, Spread> netty = Map.of(Score.CPU, Spread.of(200));
    Result fire =
        new Result(
            "fire",
            "300,000 over 1 s, nothing blocks",
            "op",
            false,
            List.of(
                new Score("Loomwheel", Role.SUBJECT, ours, curve),
                new Score("Netty 1 ms", Role.PEER, netty, curve)),
            List.of());
    About about = new About("VM", "", "Linux", 2, 1L << 33, "--question fire", "2026-11-21");

    List<List<String>> rows = Account.rows(List.of(new Run(about, List.of(fire))));

    assertThat(row(rows, "core: fired on virtual threads, nothing", "Netty 1 ms"))
        .endsWith("Netty 1 ms", ratio);
    assertThat(row(rows, "core: lateness, 99 of 100", "")).endsWith("", late);
    assertThat(row(rows, "core: fired early, nothing blocks", "")).endsWith("", none);
    assertThat(row(rows, "core: fired on virtual threads, nothing", "ForkJoinPool"))
        .endsWith("", "", "", "not measured in this run");
  }

  @Test
  void table_nothingMeasured_countsThem() throws IOException {
    assertThat(Account.table(List.of()))
        .endsWith(
            "Of %1$d promises 0 are met, 0 missed, %1$d not measured in this run.\n"
                .formatted(promises().size()));
  }

  private static List<String> row(List<List<String>> rows, String words, String to) {
    return rows.stream()
        .filter(row -> row.getFirst().startsWith(words))
        .filter(row -> row.get(1).endsWith(to.isEmpty() ? "" : " × " + to))
        .findFirst()
        .orElseThrow();
  }
}
