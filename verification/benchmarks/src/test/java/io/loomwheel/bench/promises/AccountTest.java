package io.loomwheel.bench.promises;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.Samples;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Observation;
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
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AccountTest {
  /** What the command line asks for if nothing is said. */
  private static final Sizes DEFAULTS =
      new Sizes(
          List.of(1, 2),
          10_000,
          100_000,
          List.of(1_000, 1_000_000, 10_000_000),
          300_000,
          20,
          1_000_000);

  private static final Set<String> METRICS =
      Set.of(
          "CPU",
          Promise.OVER_FLOOR,
          "all done ms",
          "late p50 ms",
          "p99 ms",
          "driver wake-ups/s",
          "early",
          "over the ideal ms",
          "missed",
          "extra",
          "out of order",
          "% of a core");

  @ParameterizedTest
  @MethodSource("promises")
  void promises_each_namesAContestOfItsQuestionAndWhoTakesPartInIt(Promise promise) {
    Topic topic =
        Arrays.stream(Topic.values())
            .filter(it -> it.toString().equals(promise.question()))
            .findFirst()
            .orElseThrow();

    Contest contest =
        topic.contests(DEFAULTS).stream()
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

  @Test
  void promises_all_areToldApartByTheirRows() throws IOException {
    assertThat(promises())
        .hasSizeGreaterThan(50)
        .extracting(it -> it.area() + it.words() + it.bound())
        .doesNotHaveDuplicates();
    assertThat(promises()).allSatisfy(it -> assertThat(METRICS).contains(it.metric()));
  }

  static List<Promise> promises() throws IOException {
    return Account.promises();
  }

  @Test
  void of_ratioWithinItsBound_isMet() throws IOException {
    assertThat(row(Samples.runs(), "core: a pair, one producer, the oldest", "best peer"))
        .endsWith("≤ 1 × best peer", "0.68", "0.67–0.69", "Netty 1 ms", "met");
  }

  @Test
  void of_ratioAboveItsBound_saysByHowMuchItIsMissed() throws IOException {
    assertThat(row(Samples.runs(), "core: a pair, one producer, the oldest", "floor"))
        .endsWith("≤ 1.25 × floor", "1.44", "1.43–1.47", "floor", "missed by 15 %");
  }

  @Test
  void of_contestThatWasNotPlayed_saysSo() throws IOException {
    assertThat(row(Samples.runs(), "core: a pair, two producers, the oldest", "floor"))
        .endsWith("", "", "", "not measured in this run");
  }

  @Test
  void of_otherThatTookNoPart_isNotMeasured() throws IOException {
    Result alone = fire(0.7, 0);

    assertThat(row(runs(alone), "core: fired on virtual threads, nothing", "Netty 1 ms"))
        .last()
        .isEqualTo("not measured in this run");
  }

  @Test
  void of_boundThatIsNoRatio_takesTheValueAsItIs() throws IOException {
    assertThat(row(runs(fire(0.7, 0)), "core: lateness, 99 of 100", ""))
        .endsWith("≤ 2", "0.70", "0.35–1.40", "", "met");
    assertThat(row(runs(fire(2.2, 0)), "core: lateness, 99 of 100", ""))
        .endsWith("≤ 2", "2.20", "1.10–4.40", "", "missed by 10 %");
  }

  @Test
  void of_somethingThatMustNotBe_saysHowOftenItWas() throws IOException {
    assertThat(row(runs(fire(1, 0)), "core: fired early, nothing blocks", ""))
        .containsSubsequence("0", "0", "met");
    assertThat(row(runs(fire(1, 3)), "core: fired early, nothing blocks", ""))
        .containsSubsequence("0", "3", "missed by 3");
  }

  @Test
  void of_wallTimeOverTheFloor_takesItAwayOnBothSides() throws IOException {
    Result handover =
        new Result(
            "handover",
            "one thread arms, another cancels",
            "op",
            true,
            List.of(
                wall("bare", Role.FLOOR, 20),
                wall("Loomwheel", Role.SUBJECT, 80),
                wall("Netty 1 ms", Role.PEER, 60),
                wall("ForkJoinPool", Role.PEER, 90)),
            List.of());

    assertThat(row(runs(handover), "core: armed by one thread", "best peer"))
        .endsWith("≤ 1 × best peer", "1.50", "1.50–1.50", "Netty 1 ms", "missed by 50 %");
  }

  @Test
  void of_contestPlayedTwice_takesTheLast() throws IOException {
    List<Run> twice = List.of(runs(fire(5, 0)).getFirst(), runs(fire(1, 0)).getFirst());

    assertThat(row(twice, "core: lateness, 99 of 100", "")).last().isEqualTo("met");
  }

  @Test
  void sentence_severalVerdicts_countsThem() throws IOException {
    int all = promises().size();

    assertThat(Account.of(List.of()).sentence())
        .isEqualTo("Of %1$d promises 0 are met, 0 missed, %1$d not measured in this run.", all);
    assertThat(Account.of(List.of(new Run(Samples.ABOUT, List.of(Samples.pair())))).table())
        .contains("### What was promised", " missed by 15 % |")
        .contains("1 are met, 1 missed, " + (all - 2) + " not measured");
  }

  private static List<String> row(List<Run> runs, String words, String to) throws IOException {
    List<List<String>> rows =
        Account.of(runs).rows().stream()
            .filter(row -> row.getFirst().startsWith(words))
            .filter(row -> row.get(1).endsWith(to.isEmpty() ? "" : " × " + to))
            .toList();
    assertThat(rows).hasSize(1);
    return rows.getFirst();
  }

  private static List<Run> runs(Result result) {
    return List.of(new Run(Samples.ABOUT, List.of(result)));
  }

  private static Result fire(double p99Millis, int early) {
    Spread any = new Spread(1, 1, 1);
    Map<String, Observation> extras =
        Map.of(
            "p99 ms", new Observation(p99Millis, p99Millis / 2, p99Millis * 2),
            "early", new Observation(early, 0, early));
    return new Result(
        "fire",
        "300,000 over 1 s, nothing blocks",
        "op",
        false,
        List.of(new Score("Loomwheel", Role.SUBJECT, any, any, extras, Percentiles.none())),
        List.of());
  }

  private static Score wall(String name, Role role, double nanos) {
    return Samples.score(name, role, new Spread(9, 9, 9), new Spread(nanos, nanos, nanos));
  }
}
