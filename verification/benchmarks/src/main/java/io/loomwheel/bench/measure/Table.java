package io.loomwheel.bench.measure;

import java.util.List;
import java.util.Locale;

/** Renders rows as a Markdown table that can also be read as it is. Stateless. */
public final class Table {
  /**
   * {@return the table, a line for each row} The first column is set flush left, the others flush
   * right.
   */
  public static String render(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      if (row.size() != columns) {
        throw new IllegalArgumentException("rows must have " + columns + " cells, was " + row);
      }
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    line(text, rows.getFirst(), widths);
    rule(text, widths);
    rows.stream().skip(1).forEach(row -> line(text, row, widths));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> row, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      text.append("| ");
      text.append(i == 0 ? row.get(i) + padding : padding + row.get(i));
      text.append(' ');
    }
    text.append("|\n");
  }

  private static void rule(StringBuilder text, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      text.append('|').append("-".repeat(widths[i] + 1)).append(i == 0 ? '-' : ':');
    }
    text.append("|\n");
  }

  /** {@return the ends of a spread} */
  public static String range(Spread spread) {
    return number(spread.min()) + "–" + number(spread.max());
  }

  /** {@return the number with about three figures} */
  public static String number(double value) {
    double size = Math.abs(value);
    if (size == Math.rint(size) && size < 10) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f", value);
  }
}
