package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The scores of one contest, compared with its floor and with its best peer: the one that uses the
 * least CPU. Immutable.
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
    header.addAll(extraNames());
    rows.add(header);
    scores.forEach(score -> rows.add(row(score)));
    return rows;
  }

  private List<String> row(Score score) {
    List<String> cells = new ArrayList<>(List.of(score.entrant().name()));
    double[] cpu = score.sorted(Round.CPU);
    double median = score.median(Round.CPU);
    cells.add(Table.number(median));
    cells.add(Table.number(cpu[0]) + "–" + Table.number(cpu[cpu.length - 1]));
    cells.add(Table.number(median / best(Role.FLOOR)));
    cells.add(Table.number(median / best(Role.PEER)));
    extraNames().forEach(name -> cells.add(Table.number(score.median(name))));
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
}
