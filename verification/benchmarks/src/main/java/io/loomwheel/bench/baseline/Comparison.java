package io.loomwheel.bench.baseline;

import io.loomwheel.bench.measure.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A baseline beside a new run. Immutable. */
public final class Comparison {
  private final List<Line> lines;

  Comparison(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /**
   * A ratio then and now.
   *
   * @param then with its margin
   * @param now NaN if it wasn't measured
   */
  record Line(Ratio then, double now) {
    private double limit() {
      return then.value() * (1 + then.margin());
    }

    String verdict() {
      if (Double.isNaN(now)) {
        return "MISSING";
      }
      if (now > limit()) {
        return "WORSE";
      }
      return now * (1 + then.margin()) < then.value() ? "better" : "holds";
    }

    private boolean holds() {
      return now <= limit(); // false for NaN
    }
  }

  /** {@return whether every ratio of the baseline was measured and is within its margin} */
  public boolean holds() {
    return lines.stream().allMatch(Line::holds);
  }

  /** {@return all ratios, those that don't hold marked in capitals, and what that means} */
  public String table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("ratio", "baseline", "margin", "now", ""));
    for (Line line : lines) {
      Ratio.Row row = line.then().row();
      rows.add(
          List.of(
              String.join(", ", row.question(), row.setting(), row.contestant(), row.metric())
                  + " × "
                  + row.to(),
              Table.number(line.then().value()),
              String.format(Locale.ROOT, "%.0f %%", 100 * line.then().margin()),
              Double.isNaN(line.now()) ? "" : Table.number(line.now()),
              line.verdict()));
    }
    long failed = lines.stream().filter(line -> !line.holds()).count();
    return "### Against the baseline\n\n"
        + Table.render(rows)
        + "\n"
        + (failed == 0
            ? "All ratios hold."
            : failed + " of " + lines.size() + " ratios are worse by more than their margin.")
        + "\n";
  }
}
