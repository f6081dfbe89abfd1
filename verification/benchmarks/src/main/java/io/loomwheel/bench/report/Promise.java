package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import io.loomwheel.bench.measure.Table;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Something that can be measured, and how much of it there may be. Immutable.
 *
 * @param to what it is held against: {@link #FLOOR}, {@link #BEST_PEER}, a contestant by its name,
 *     or nothing, for a bound that is no ratio
 * @param most that it may be
 */
record Promise(
    String area,
    String words,
    String question,
    String setting,
    String contestant,
    String metric,
    String to,
    double most) {
  static final String FLOOR = "floor";
  static final String BEST_PEER = "best peer";

  private static final double PER_CENT = 100;

  boolean isReadFrom(Result result) {
    return result.question().equals(question) && result.setting().equals(setting);
  }

  /** {@return the bound, as it is shown} */
  String bound() {
    String sign = most == 0 ? "" : "≤ ";
    String number = new BigDecimal(Double.toString(most)).stripTrailingZeros().toPlainString();
    return sign + number + (to.isEmpty() ? "" : " × " + to);
  }

  /** {@return what became of it in that contest; none if we or the other took no part} */
  Optional<Reading> read(Result result) {
    Optional<Spread> ours = score(result, contestant).flatMap(score -> score.of(metric));
    if (to.isEmpty()) {
      return ours.map(it -> new Reading(it, ""));
    }
    return base(result)
        .filter(base -> base.median(metric) > 0)
        .flatMap(base -> ours.map(it -> new Reading(over(it, base.median(metric)), base.name())));
  }

  /** {@return what to say of a value} */
  String verdict(double value) {
    if (value <= most) {
      return "met";
    }
    return most == 0
        ? "missed by " + Table.number(value)
        : "missed by " + Math.max(1, Math.round(PER_CENT * (value - most) / most)) + " %";
  }

  private Optional<Score> base(Result result) {
    return switch (to) {
      case FLOOR -> result.best(Role.FLOOR, metric);
      case BEST_PEER -> result.best(Role.PEER, metric);
      default -> score(result, to);
    };
  }

  private static Optional<Score> score(Result result, String name) {
    return result.scores().stream().filter(score -> score.name().equals(name)).findFirst();
  }

  private static Spread over(Spread ours, double base) {
    return new Spread(ours.min() / base, ours.median() / base, ours.max() / base);
  }

  /**
   * What was measured.
   *
   * @param base who the other was; empty for what is no ratio
   */
  record Reading(Spread value, String base) {}
}
