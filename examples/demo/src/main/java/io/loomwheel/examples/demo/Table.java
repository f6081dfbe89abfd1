package io.loomwheel.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** A result as rows of cells, the header first: a row for each contestant. Stateless. */
final class Table {
  private static final String NONE = "–";
  private static final int GAP = 2;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int PER_CENT = 100;

  /** {@return what the timeouts of a library cost} */
  static List<List<String>> costs(Result result, Contestant.Library library) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            library.title(), "CPU ns an element", "% of a core", "all CPU, ns", "heap B a stream"));
    for (Score score : result.of(library)) {
      boolean timed = score.isTimed();
      rows.add(
          List.of(
              score.contestant().title(),
              timed ? score.costNanos().toString() : NONE,
              timed ? share(score, result.load()) : NONE,
              whole(score.totalNanos().median()),
              timed ? whole(score.heapBytes().median()) : NONE));
    }
    return rows;
  }

  /** {@return whether the timeouts of a library came, and when} */
  static List<List<String>> timeouts(Result result, Contestant.Library library) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            library.title(),
            "fell silent",
            "timed out",
            "early",
            "lost",
            "late: p50 ms",
            "p99",
            "max"));
    for (Score score : result.of(library)) {
      if (score.isTimed()) {
        Tally tally = score.tally();
        Histogram late = tally.lateNanos();
        rows.add(
            List.of(
                score.contestant().title(),
                whole(tally.silent()),
                whole(tally.timedOut()),
                whole(tally.early()),
                whole(tally.lost()),
                millis(late.getValueAtPercentile(50)),
                millis(late.getValueAtPercentile(99)),
                millis(late.getMaxValue())));
      }
    }
    return rows;
  }

  /** {@return the rows as lines of text, the first cells to the left, the others to the right} */
  static String text(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      String first = row.getFirst();
      text.append(first).repeat(' ', widths[0] - first.length());
      for (int column = 1; column < columns; column++) {
        String cell = row.get(column);
        text.repeat(' ', GAP + widths[column] - cell.length()).append(cell);
      }
      text.append(System.lineSeparator());
    }
    return text.toString();
  }

  /** {@return what part of a core the timeouts take at the rate that was asked for, in per cent} */
  static String share(Score score, Load load) {
    double cores = score.costNanos().median() * load.elementsPerSecond() / NANOS_PER_SECOND;
    return String.format(Locale.ROOT, "%.1f", cores * PER_CENT);
  }

  private static String whole(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / NANOS_PER_MILLI);
  }
}
