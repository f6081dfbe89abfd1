package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The reports side by side: a row for each number, a column for each pipeline. */
final class Table {
  private static final int FIRST_WIDTH = 26;
  private static final int GAP = 3;

  private final Expected expected;
  private final List<Report> reports;
  private final StringBuilder text = new StringBuilder();

  private Table(Expected expected, List<Report> reports) {
    this.expected = expected;
    this.reports = reports;
  }

  /** {@return the table as lines of text} */
  static String of(Expected expected, List<Report> reports) {
    return new Table(expected, reports).lines();
  }

  private String lines() {
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
    return text.toString();
  }

  private void count(String name, Function<Observed, Integer> number) {
    row(name, observed -> String.format(Locale.ROOT, "%,d", number.apply(observed)));
  }

  private void row(String name, Function<Observed, String> cell) {
    line(name, report -> cell.apply(report.observed()));
  }

  private void line(String name, Function<Report, String> cell) {
    text.append(name).repeat(' ', FIRST_WIDTH - name.length());
    for (Report report : reports) {
      String content = cell.apply(report);
      text.repeat(' ', GAP + report.pipeline().length() - content.length()).append(content);
    }
    text.append(System.lineSeparator());
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f s", duration.toNanos() / 1e9);
  }
}
