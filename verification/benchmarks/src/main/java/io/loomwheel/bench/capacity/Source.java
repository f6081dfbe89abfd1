package io.loomwheel.bench.capacity;

import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import java.util.List;
import java.util.Optional;

/**
 * A place where a figure is read. Immutable.
 *
 * @param question of the contest
 * @param setting of the contest
 * @param contestant of ours
 * @param metric whose median it is
 */
record Source(String question, String setting, String contestant, Metric metric) {
  /** {@return the figure, from the last contest of those that has it} */
  Optional<Double> in(List<Run> runs) {
    return runs.reversed().stream()
        .flatMap(run -> run.results().reversed().stream())
        .filter(this::isIn)
        .flatMap(result -> result.scores().stream())
        .filter(score -> score.name().equals(contestant))
        .map(metric::median)
        .filter(Double::isFinite)
        .findFirst();
  }

  private boolean isIn(Result result) {
    return result.question().equals(question) && result.setting().equals(setting);
  }
}
