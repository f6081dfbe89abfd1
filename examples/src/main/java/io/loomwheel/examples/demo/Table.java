package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The reports side by side: a row for each number, a column for each pipeline. */
final class Table {
  private static final int FIRST_WIDTH = 26;
  private static final int GAP = 3;

  private final Expected expected;
  private final List<Report> reports;
  private final List<List<String>> rows = new ArrayList<>();

  private Table(Expected expected, List<Report> reports) {
    this.expected = expected;
    this.reports = reports;
  }

  /** {@return the table as lines of text} */
  static String of(Expected expected, List<Report> reports) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows(expected, reports)) {
      String name = row.getFirst();
      text.append(name).repeat(' ', FIRST_WIDTH - name.length());
      for (int i = 1; i < row.size(); i++) {
        int width = GAP + reports.get(i - 1).pipeline().length();
        text.repeat(' ', width - row.get(i).length()).append(row.get(i));
      }
      text.append(System.lineSeparator());
    }
    return text.toString();
  }

  /** {@return the rows of that table, the header first} */
  static List<List<String>> rows(Expected expected, List<Report> reports) {
    Table table = new Table(expected, reports);
    table.fill();
    return table.rows;
  }

  private void fill() {
    line("", Report::pipeline);
    count("answered", Observed::answered);
    count("timed out at every attempt", Observed::timedOut);
    count("timeouts", Observed::timeouts);
    count("timeouts expected", observed -> expected.timeouts());
    count("timeouts unforeseen", Observed::unforeseen);
    count("retried", Observed::retried);
    count("early", Observed::early);
    count("lost", Observed::lost);
    count("fired twice", Observed::firedTwice);
    count("failed", Observed::failed);
    row("lateness p50", observed -> millis(observed.lateness().p50Nanos()));
    row("lateness p99", observed -> millis(observed.lateness().p99Nanos()));
    row("lateness max", observed -> millis(observed.lateness().maxNanos()));
    row("wall time", observed -> seconds(observed.wall()));
    row("process CPU", observed -> seconds(observed.cpu()));
  }

  private void count(String name, Function<Observed, Integer> number) {
    row(name, observed -> String.format(Locale.ROOT, "%,d", number.apply(observed)));
  }

  private void row(String name, Function<Observed, String> cell) {
    line(name, report -> cell.apply(report.observed()));
  }

  private void line(String name, Function<Report, String> cell) {
    List<String> cells = new ArrayList<>(List.of(name));
    reports.forEach(report -> cells.add(cell.apply(report)));
    rows.add(cells);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f s", duration.toNanos() / 1e9);
  }
}
