package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The scores of one contest, compared with its floor and with its best peer: the one that uses the
 * least CPU, or takes the least time. Immutable; can be written as JSON and read again.
 */
public record Result(
    String question,
    String setting,
    String op,
    boolean timed,
    List<Score> scores,
    List<String> notes) {
  public Result {
    scores = List.copyOf(scores);
    notes = List.copyOf(notes);
  }

  /** {@return the result of a contest} */
  static Result of(Contest contest, List<Score> scores, List<String> notes) {
    return new Result(
        contest.question(), contest.setting(), contest.op(), contest.timed(), scores, notes);
  }

  /** {@return the table to show} */
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(question).append(": ").append(setting);
    text.append("\n\n").append(Table.render(rows()));
    notes.forEach(note -> text.append('\n').append(note).append('\n'));
    return text.toString();
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(op));
    header.addAll(List.of("CPU ns", "min–max", "× floor", "× peer"));
    if (timed) {
      header.addAll(List.of("wall ns", "min–max", "over floor", "× peer"));
    }
    header.addAll(extraNames());
    rows.add(header);
    scores.forEach(score -> rows.add(row(score)));
    return rows;
  }

  private List<String> row(Score score) {
    List<String> cells = new ArrayList<>();
    cells.add(score.name());
    cells.addAll(cells(score, Score.CPU));
    cells.add(ratio(score, Role.FLOOR, Score.CPU));
    cells.add(ratio(score, Role.PEER, Score.CPU));
    if (timed) {
      cells.addAll(cells(score, Score.WALL));
      cells.add(
          best(Role.FLOOR, Score.WALL)
              .map(it -> score.median(Score.WALL) - it.median(Score.WALL))
              .map(Table::number)
              .orElse(""));
      cells.add(ratio(score, Role.PEER, Score.WALL));
    }
    for (String name : extraNames()) {
      cells.add(score.of(name).map(it -> Table.number(it.median())).orElse(""));
    }
    return cells;
  }

  private static List<String> cells(Score score, String value) {
    Spread spread = score.of(value).orElseThrow();
    return List.of(Table.number(spread.median()), Table.range(spread));
  }

  /** {@return who has the least of it above zero, among those of that role} */
  public Optional<Score> best(Role role, String value) {
    return scores.stream()
        .filter(score -> score.role() == role && score.median(value) > 0)
        .min(Comparator.comparingDouble(score -> score.median(value)));
  }

  /** {@return how many times as much as the best of that role} */
  private String ratio(Score score, Role role, String value) {
    return best(role, value)
        .map(base -> score.median(value) / base.median(value))
        .map(Table::number)
        .orElse("");
  }

  /** {@return the names of what was observed beside the time per operation} */
  public Set<String> extraNames() {
    Set<String> names = new LinkedHashSet<>();
    scores.forEach(score -> names.addAll(score.values().keySet()));
    names.removeAll(Set.of(Score.CPU, Score.WALL));
    return names;
  }
}
