package io.loomwheel.bench.baseline;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Metrics;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * How one of our rows compares with the floor, or with the best peer. Immutable.
 *
 * @param row what is compared
 * @param value ours over theirs, medians; less is better
 * @param margin by what share the value may grow before it counts as worse: as far as it would have
 *     from our best round beside their worst to our worst beside their best
 */
record Ratio(Row row, double value, double margin) {
  /** No less, because a few rounds don't show all the noise. */
  static final double LEAST_MARGIN = 0.3;

  /** No more, because a guard that lets everything pass is none. */
  static final double MOST_MARGIN = 1;

  private static final double THOUSANDTHS = 1e3;

  /**
   * What is compared.
   *
   * @param question of the contest
   * @param setting of the contest
   * @param contestant of ours
   * @param metric its name
   * @param to what it is held against: floor or best peer
   */
  record Row(String question, String setting, String contestant, String metric, String to) {}

  /** {@return all ratios of the runs} */
  static List<Ratio> of(List<Run> runs) {
    List<Ratio> ratios = new ArrayList<>();
    for (Run run : runs) {
      for (Result result : run.results()) {
        for (Metric metric : Metrics.of(result)) {
          add(ratios, result, metric, Role.FLOOR, "floor");
          add(ratios, result, metric, Role.PEER, "best peer");
        }
      }
    }
    return ratios;
  }

  private static void add(
      List<Ratio> ratios, Result result, Metric metric, Role role, String name) {
    for (Score score : result.scores()) {
      if (score.role() == Role.SUBJECT && metric.median(score) > 0) {
        result
            .best(role, metric)
            .map(base -> of(row(result, score, metric, name), metric, score, base))
            .ifPresent(ratios::add);
      }
    }
  }

  private static Row row(Result result, Score score, Metric metric, String to) {
    return new Row(result.question(), result.setting(), score.name(), metric.name(), to);
  }

  private static Ratio of(Row row, Metric metric, Score score, Score base) {
    Spread ours = metric.of().apply(score).orElseThrow();
    Spread theirs = metric.of().apply(base).orElseThrow();
    double value = ours.median() / theirs.median();
    double lowest = ours.min() * theirs.min();
    double range = lowest > 0 ? ours.max() * theirs.max() / lowest - 1 : MOST_MARGIN;
    double margin = Math.clamp(range, LEAST_MARGIN, MOST_MARGIN);
    return new Ratio(row, rounded(value), rounded(margin));
  }

  private static double rounded(double value) {
    return Math.rint(value * THOUSANDTHS) / THOUSANDTHS;
  }
}
