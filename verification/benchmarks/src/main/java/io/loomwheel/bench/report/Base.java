package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Score;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the bars of a chart are ratios to: the best peer; where there is none the floor; where there
 * is no floor either, the best of our own. Immutable.
 *
 * @param role of that one
 * @param score of that one
 * @param value its median, above zero
 */
record Base(Role role, Score score, double value) {
  static Optional<Base> of(Result result, Metric metric) {
    return Stream.of(Role.PEER, Role.FLOOR, Role.SUBJECT)
        .flatMap(role -> result.best(role, metric).stream())
        .findFirst()
        .map(score -> new Base(score.role(), score, metric.median(score)));
  }

  /** {@return what is written after a ratio's sign} */
  String label() {
    return switch (role) {
      case PEER -> "best peer, " + score.name();
      case FLOOR -> "floor, " + score.name();
      case SUBJECT -> score.name();
    };
  }
}
