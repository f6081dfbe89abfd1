package io.loomwheel.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Knows which measurements of a result are worth comparing one by one. Stateless. */
public final class Metrics {
  /** Shown as curves, or by the table alone. */
  private static final Set<String> TABLE_ONLY =
      Set.of("late p50 ms", "p99 ms", "max ms", "left MB", "early", "missed", "extra", "left out");

  /** What all have within a tenth of each other is given by the question, like a span. */
  private static final double ALIKE = 1.1;

  private Metrics() {}

  /** {@return what contestants may be compared by, CPU first} */
  public static List<Metric> of(Result result) {
    List<Metric> metrics = new ArrayList<>(List.of(Metric.CPU));
    if (result.timed()) {
      metrics.add(Metric.WALL);
    }
    for (String name : result.extraNames()) {
      if (!TABLE_ONLY.contains(name) && differs(result, name)) {
        metrics.add(Metric.extra(name));
      }
    }
    return metrics;
  }

  private static boolean differs(Result result, String extra) {
    double[] values =
        result.scores().stream()
            .flatMap(score -> Optional.ofNullable(score.extras().get(extra)).stream())
            .mapToDouble(Observation::value)
            .sorted()
            .toArray();
    return values[values.length - 1] > values[0] * ALIKE;
  }
}
