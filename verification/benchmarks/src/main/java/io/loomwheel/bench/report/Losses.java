package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Percentiles;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import io.loomwheel.bench.measure.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the rows in which Loomwheel isn't best. Stateless. */
final class Losses {
  private static final List<String> PERCENTILES = List.of("90", "99", "99.9");

  private Losses() {}

  /** {@return a phrase for each of our rows that a peer beats; none where there is no peer} */
  static List<String> of(Result result, Metric metric) {
    Optional<Score> peer = result.best(Role.PEER, metric);
    List<String> losses = new ArrayList<>();
    for (Score score : result.scores()) {
      if (score.role() == Role.SUBJECT && peer.isPresent()) {
        Spread ours = metric.of().apply(score).orElse(new Spread(0, 0, 0));
        Spread best = metric.of().apply(peer.get()).orElseThrow();
        if (ours.median() > best.median()) {
          losses.add(
              score.name()
                  + " "
                  + Table.number(ours.median() / best.median())
                  + " × "
                  + peer.get().name()
                  + (ours.min() <= best.max() ? " (the spreads overlap)" : ""));
        }
      }
    }
    return losses;
  }

  /** {@return the same for lateness, at 90, 99 and 99.9 %} */
  static List<String> late(Result result) {
    List<String> losses = new ArrayList<>();
    for (String at : PERCENTILES) {
      double percentile = Double.parseDouble(at);
      Optional<Score> peer =
          result.scores().stream()
              .filter(it -> it.role() == Role.PEER && !it.late().points().isEmpty())
              .min(Comparator.comparingDouble(it -> millis(it.late(), percentile)));
      for (Score score : result.scores()) {
        if (score.role() == Role.SUBJECT && peer.isPresent() && !score.late().points().isEmpty()) {
          double ours = millis(score.late(), percentile);
          double best = millis(peer.get().late(), percentile);
          if (ours > best) {
            losses.add(
                String.format(
                    "%s %s ms at %s %%, %s %s",
                    score.name(), Table.number(ours), at, peer.get().name(), Table.number(best)));
          }
        }
      }
    }
    return losses;
  }

  /** {@return the sentence under a chart} */
  static String sentence(Result result, List<String> losses) {
    if (result.scores().stream().noneMatch(it -> it.role() == Role.PEER)) {
      return "No peer takes part here.";
    }
    if (result.scores().stream().noneMatch(it -> it.role() == Role.SUBJECT)) {
      return "Loomwheel doesn't take part here.";
    }
    return losses.isEmpty()
        ? "Where we lose: nowhere in this chart."
        : "Where we lose: " + String.join("; ", losses) + ".";
  }

  private static double millis(Percentiles late, double percentile) {
    return late.points().stream()
        .min(Comparator.comparingDouble(it -> Math.abs(it.percentile() - percentile)))
        .orElseThrow()
        .millis();
  }
}
