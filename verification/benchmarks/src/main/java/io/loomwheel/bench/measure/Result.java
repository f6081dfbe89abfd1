package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

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
    cells.add(Table.number(score.cpuNanos().median()));
    cells.add(Table.range(score.cpuNanos()));
    cells.add(ratio(score, Role.FLOOR, Metric.CPU));
    cells.add(ratio(score, Role.PEER, Metric.CPU));
    if (timed) {
      cells.add(Table.number(score.wallNanos().median()));
      cells.add(Table.range(score.wallNanos()));
      cells.add(
          best(Role.FLOOR, Metric.WALL)
              .map(it -> score.wallNanos().median() - it.wallNanos().median())
              .map(Table::number)
              .orElse(""));
      cells.add(ratio(score, Role.PEER, Metric.WALL));
    }
    for (String name : extraNames()) {
      Spread extra = score.extras().get(name);
      cells.add(extra == null ? "" : Table.number(extra.median()));
    }
    return cells;
  }

  /** {@return who has the least of it above zero, among those of that role} */
  public Optional<Score> best(Role role, Metric metric) {
    return scores.stream()
        .filter(score -> score.role() == role && metric.median(score) > 0)
        .min(Comparator.comparingDouble(metric::median));
  }

  /** {@return how many times as much as the best of that role} */
  private String ratio(Score score, Role role, Metric metric) {
    return best(role, metric)
        .map(base -> metric.median(score) / metric.median(base))
        .map(Table::number)
        .orElse("");
  }

  /** {@return the names of what was observed beside the time per operation} */
  public SequencedSet<String> extraNames() {
    SequencedSet<String> names = new LinkedHashSet<>();
    scores.forEach(score -> names.addAll(score.extras().keySet()));
    return names;
  }
}
