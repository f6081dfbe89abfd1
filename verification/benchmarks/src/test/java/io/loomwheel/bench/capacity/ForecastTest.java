package io.loomwheel.bench.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loomwheel.bench.Samples;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Observation;
import io.loomwheel.bench.measure.Percentiles;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import io.loomwheel.bench.questions.Sizes;
import io.loomwheel.bench.questions.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ForecastTest {
  private static final double COARSE_WAKE_UPS = 1e9 / (1 << 26);

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

  @Test
  void cores_mixedLoad_addsUpAllOperations() {
    CapacityModel model = new CapacityModel(100, 1_000, 40, 50_000, 60);

    assertThat(model.cores(new Load(5, 1_000_000, 0, 0, 1_000_000))).isEqualTo(0.1);
    assertThat(model.cores(new Load(5, 0, 0, 1_000_000, 1_000_000))).isEqualTo(0.04);
    assertThat(model.cores(new Load(5, 0, 100_000, 0, 1_000_000))).isEqualTo(0.15);
    assertThat(model.cores(new Load(5, 1_000_000, 100_000, 1_000_000, 1_000_000)))
        .isCloseTo(0.29, within(1e-9));
  }

  @Test
  void cores_fewFires_wakesForEachButNoOftenerThanTicks() {
    CapacityModel model = new CapacityModel(0, 0, 0, 100_000, 0);

    assertThat(model.cores(new Load(5, 0, 10, 0, 1_000_000))).isEqualTo(0.001);
    assertThat(model.cores(new Load(5, 0, 1_000_000, 0, 1_000_000))).isEqualTo(0.1);
    assertThat(model.cores(new Load(5, 0, 1_000_000, 0, 100_000_000))).isEqualTo(0.001);
  }

  @Test
  void bytes_pendingTimeouts_countsEach() {
    CapacityModel model = new CapacityModel(0, 0, 0, 0, 60);

    assertThat(model.bytes(new Load(1_000_000, 7, 7, 7, 1))).isEqualTo(60_000_000);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void sources_each_namesAContestAndWhoTakesPartInIt(Source source) {
    Contest contest =
        contests()
            .filter(it -> it.question().equals(source.question()))
            .filter(it -> it.setting().equals(source.setting()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no contest " + source.setting()));
    assertThat(contest.entrants()).extracting(Entrant::name).contains(source.contestant());
  }

  /** Those whose question there is, and the loads themselves. */
  static List<Source> sources() {
    List<Source> sources = new ArrayList<>(Costs.sources());
    sources.removeIf(source -> contests().noneMatch(it -> it.question().equals(source.question())));
    for (long pending : Forecast.PENDING) {
      for (String contestant : List.of(Forecast.PACER, Forecast.OLDEST, Forecast.ANY)) {
        sources.add(
            new Source(Forecast.QUESTION, Load.steady(pending).setting(), contestant, Metric.CPU));
      }
    }
    return sources;
  }

  private static Stream<Contest> contests() {
    return Arrays.stream(Topic.values()).flatMap(topic -> topic.contests(DEFAULTS).stream());
  }

  @Test
  void of_allCosts_comparesWhatTheyPredictWithWhatWasMeasured() {
    Forecast forecast = Forecast.of(List.of(new Run(Samples.ABOUT, everything())));

    // 200,000 × 50 + 20,000 × 500 + 954 × 50,000 ns, beside 80 - 10 ms
    assertThat(forecast.rows().get(1))
        .containsExactly(
            "100,000 pending, the oldest cancelled",
            "67.7",
            "70.0",
            "-3 %",
            "5.72",
            "5.20",
            "+10 %");
    // 200,000 × 100 ns for the pairs, beside 110 - 10 ms
    assertThat(forecast.rows().get(2))
        .startsWith("100,000 pending, any cancelled", "77.7", "100", "-22 %");
    assertThat(forecast.sentence())
        .contains("50.0 ns a pair", "500 ns a fire", "30.0 ns a reschedule", "60.0 bytes")
        .contains("50,000 ns for each tick");
  }

  @Test
  void of_costsMissing_showsWhatWasMeasured() {
    List<Result> results = everything();
    results.removeIf(result -> result.question().equals("memory"));

    Forecast forecast = Forecast.of(List.of(new Run(Samples.ABOUT, results)));

    assertThat(forecast.rows().get(1))
        .containsExactly("100,000 pending, the oldest cancelled", "", "70.0", "", "", "5.20", "");
    assertThat(forecast.sentence()).startsWith("Nothing is predicted");
  }

  @Test
  void isEmpty_noLoadMeasured_isTrue() {
    assertThat(Forecast.of(Samples.runs()).isEmpty()).isTrue();
    assertThat(Forecast.of(List.of(new Run(Samples.ABOUT, everything()))).isEmpty()).isFalse();
  }

  /** Costs in round numbers, and the load with 100,000 pending. */
  private static List<Result> everything() {
    double wakeUps = Load.steady(0).wakeUps();
    List<Result> results = new ArrayList<>();
    for (Source source : Costs.sources()) {
      double nanos =
          switch (source.question()) {
            case "pair" -> source == Costs.PAIR ? 50 : 100;
            case "fire" -> 500 + 50_000 * wakeUps / 300_000;
            case "reschedule" -> 30;
            case "heartbeat" ->
                source.contestant().contains("67")
                    ? 8e6
                    : 8e6 + 50_000 * (wakeUps - COARSE_WAKE_UPS);
            default -> 1;
          };
      results.add(
          result(
              source.question(),
              source.setting(),
              score(source.contestant(), nanos, "bytes a pending timer (heap)", 60)));
    }
    Load load = Load.steady(100_000);
    results.add(
        result(
            Forecast.QUESTION,
            load.setting(),
            score(Forecast.PACER, 1e7, "other", 0),
            score(Forecast.OLDEST, 8e7, Forecast.HEAP, 5.2),
            score(Forecast.ANY, 11e7, Forecast.HEAP, 5.2)));
    return results;
  }

  private static Result result(String question, String setting, Score... scores) {
    return new Result(question, setting, "op", false, List.of(scores), List.of());
  }

  private static Score score(String name, double nanos, String extra, double value) {
    Spread cpu = new Spread(nanos, nanos, nanos);
    return new Score(
        name,
        Role.SUBJECT,
        cpu,
        cpu,
        Map.of(extra, new Observation(value, value, value)),
        Percentiles.none());
  }
}
