package io.loomwheel.bench.measure;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Renders rows as a Markdown table that can also be read as it is. Stateless. */
final class Table {
  /**
   * {@return the table, a line for each row} The first column is set flush left, the others flush
   * right. The header's cells are not empty.
   */
  static String render(List<List<String>> rows) {
    List<Integer> widths =
        IntStream.range(0, rows.getFirst().size())
            .mapToObj(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElseThrow())
            .toList();
    String line =
        widths.stream().map(width -> "| %" + width + "s ").collect(joining("", "", "|\n"));
    String rule =
        widths.stream().map(width -> "|" + "-".repeat(width + 1) + ":").collect(joining());
    return rows.stream()
        .map(row -> line.replaceFirst("%", "%-").formatted(row.toArray()))
        .collect(joining())
        .replaceFirst("\n", "\n" + rule.replaceFirst(":", "-") + "|\n");
  }

  /** {@return the number with about three figures; nothing if there is none} */
  static String number(double value) {
    double size = Math.abs(value);
    if (Double.isNaN(value)) {
      return "";
    }
    if (size == Math.rint(size) && size < 10) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f", value);
  }
}
