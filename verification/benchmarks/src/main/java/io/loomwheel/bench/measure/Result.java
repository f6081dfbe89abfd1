package io.loomwheel.bench.measure;

import static java.util.stream.Collectors.joining;

import io.loomwheel.charts.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The scores of one contest, compared with its floor and with its best peer: the one that uses the
 * least CPU. Immutable.
 */
public record Result(Contest contest, List<Score> scores, List<String> notes) {
  /** {@return the table to show} */
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(contest.question()).append(": ").append(contest.setting());
    text.append("\n\n").append(markdown(rows()));
    notes.forEach(note -> text.append('\n').append(note).append('\n'));
    return text.toString();
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(contest.op()));
    header.addAll(List.of("CPU ns", "min–max", "× floor", "× peer"));
    header.addAll(extraNames());
    rows.add(header);
    scores.forEach(score -> rows.add(row(score)));
    return rows;
  }

  private List<String> row(Score score) {
    List<String> cells = new ArrayList<>(List.of(score.entrant().name()));
    double[] cpu = score.sorted(Round.CPU);
    double median = score.median(Round.CPU);
    cells.add(number(median));
    cells.add(number(cpu[0]) + "–" + number(cpu[cpu.length - 1]));
    cells.add(number(median / best(Role.FLOOR)));
    cells.add(number(median / best(Role.PEER)));
    extraNames().forEach(name -> cells.add(number(score.median(name))));
    return cells;
  }

  /** {@return the least CPU above zero among those of that role; NaN if there is none} */
  private double best(Role role) {
    return scores.stream()
        .filter(score -> score.entrant().role() == role)
        .map(score -> score.median(Round.CPU))
        .filter(median -> median > 0)
        .min(Comparator.naturalOrder())
        .orElse(Double.NaN);
  }

  /** {@return the names of what was observed beside the CPU per operation} */
  private Set<String> extraNames() {
    Set<String> names = new LinkedHashSet<>();
    scores.forEach(score -> names.addAll(score.rounds().getFirst().values().keySet()));
    names.remove(Round.CPU);
    return names;
  }

  /**
   * {@return a Markdown table that can also be read as it is} The first column is set flush left,
   * the others flush right. The header's cells are not empty.
   */
  private static String markdown(List<List<String>> rows) {
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
  private static String number(double value) {
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
