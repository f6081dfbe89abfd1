package io.loomwheel.soak.report;

import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.load.Played;
import java.util.Formatter;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report in Markdown that can also be read as it is. Not thread-safe. */
public final class Page {
  private final Formatter text = new Formatter(Locale.ROOT);

  private Page() {}

  public static String of(Report report) {
    Page page = new Page();
    page.head(report);
    report.rounds().forEach(page::row);
    page.total(report.total());
    page.foot(report);
    return page.text.toString();
  }

  private void head(Report report) {
    text.format(
        "# Soak%n%n%s; %.0f s from %s on; %s.%n%n",
        report.machine(), report.seconds(), report.begun(), report.options());
    text.format(
        "| fault | timers | asked | fired | cancelled | returned | rejected | refused | thrown | late ms |%n");
    text.format("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|%n");
  }

  private void row(Played round) {
    cells(round.fault() + " | " + round.waves(), round.balance());
    text.format(" %,d | %,d | %,d |%n", round.refusals(), round.thrown(), round.late().toMillis());
  }

  private void cells(String head, Balance sum) {
    text.format(
        "| %s | %,d | %,d | %,d | %,d | %,d |",
        head, sum.asked(), sum.fired(), sum.cancelled(), sum.returned(), sum.rejected());
  }

  private void total(Balance sum) {
    cells("all | ", sum);
    text.format(" | | |%n%n");
    text.format(
        "Ledger: %,d left over, %,d lost, %,d twice, %,d early (%,d armed while the clock stepped back).%n",
        sum.difference(), sum.lost(), sum.twice(), sum.early(), sum.excused());
  }

  private void foot(Report report) {
    Heap.Line heap = report.heap();
    text.format(
        "Heap after collection: %.1f MB, then %.1f MB; %d samples rise by %.3f MB a minute, %.2f MB in all.%n",
        heap.firstMegabytes(),
        heap.lastMegabytes(),
        heap.samples(),
        heap.megabytesPerMinute(),
        heap.growthMegabytes());
    text.format(
        "Threads: %d at the start, left over: %s.%n%n",
        report.threadsAtStart(),
        report.threadsBeyond().isEmpty() ? "none" : report.threadsBeyond());
    report.rounds().stream()
        .filter(round -> !round.figures().isEmpty())
        .forEach(
            round -> text.format("- %s: %s%n", round.fault(), String.join("; ", round.figures())));
    text.format("- run on the timers' own threads, in order: %,d%n", report.inOrder());
    text.format("- fired, by what handed them in: %s%n", report.fired());
    String wrong =
        report.wrong().stream().map(line -> "- " + line + "\n").collect(Collectors.joining());
    text.format("%n%s%n", wrong.isEmpty() ? "All is well." : "Off:\n\n" + wrong);
  }
}
