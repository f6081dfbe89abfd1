package io.loomwheel.bench.measure;

import static java.util.Objects.requireNonNull;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The scores of one contest, compared with its floor and with its best peer: the one that uses the
 * least CPU, or takes the least time. Immutable.
 */
public record Result(Contest contest, List<Score> scores, List<String> notes) {
  /** {@return the table to show} */
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(contest.question()).append(": ").append(contest.setting());
    text.append("\n\n").append(Table.render(rows()));
    notes.forEach(note -> text.append('\n').append(note).append('\n'));
    return text.toString();
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(contest.op()));
    header.addAll(List.of("CPU ns", "min–max", "× floor", "× peer"));
    if (contest.timed()) {
      header.addAll(List.of("wall ns", "min–max", "over floor", "× peer"));
    }
    header.addAll(extraNames());
    rows.add(header);
    scores.forEach(score -> rows.add(row(score)));
    return rows;
  }

  private List<String> row(Score score) {
    List<String> cells = new ArrayList<>(List.of(score.name()));
    cells.addAll(cells(score, Score.CPU));
    cells.add(Table.number(score.median(Score.CPU) / best(Role.FLOOR, Score.CPU)));
    cells.add(Table.number(score.median(Score.CPU) / best(Role.PEER, Score.CPU)));
    if (contest.timed()) {
      cells.addAll(cells(score, Score.WALL));
      cells.add(Table.number(score.median(Score.WALL) - best(Role.FLOOR, Score.WALL)));
      cells.add(Table.number(score.median(Score.WALL) / best(Role.PEER, Score.WALL)));
    }
    extraNames().forEach(name -> cells.add(Table.number(score.median(name))));
    return cells;
  }

  private static List<String> cells(Score score, String value) {
    Spread spread = requireNonNull(score.values().get(value));
    return List.of(
        Table.number(spread.median()),
        Table.number(spread.min()) + "–" + Table.number(spread.max()));
  }

  /** {@return the least of it above zero among those of that role; NaN if there is none} */
  private double best(Role role, String value) {
    return scores.stream()
        .filter(score -> score.role() == role)
        .map(score -> score.median(value))
        .filter(median -> median > 0)
        .min(Comparator.naturalOrder())
        .orElse(Double.NaN);
  }

  /** {@return the names of what was observed beside the time per operation} */
  private Set<String> extraNames() {
    Set<String> names = new LinkedHashSet<>();
    scores.forEach(score -> names.addAll(score.values().keySet()));
    names.removeAll(Set.of(Score.CPU, Score.WALL));
    return names;
  }
}
