package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedSet;
import java.util.function.ToDoubleFunction;

/**
 * The scores of one contest, compared with its floor and with its best peer: the one that uses the
 * least CPU, or takes the least time. Immutable.
 *
 * @param contest that was played
 * @param scores of those who took part
 * @param notes on those who didn't
 */
public record Result(Contest contest, List<Score> scores, List<String> notes) {
  /** {@return the table to show} */
  public String table() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(contest.op()));
    header.addAll(List.of("CPU ns", "min–max", "× floor", "× peer"));
    if (contest.timed()) {
      header.addAll(List.of("wall ns", "min–max", "over floor", "× peer"));
    }
    header.addAll(extraNames());
    rows.add(header);
    scores.forEach(score -> rows.add(row(score)));
    StringBuilder text = new StringBuilder();
    text.append("### ").append(contest.question()).append(": ").append(contest.setting());
    text.append("\n\n").append(Table.render(rows));
    notes.forEach(note -> text.append('\n').append(note).append('\n'));
    return text.toString();
  }

  private List<String> row(Score score) {
    List<String> cells = new ArrayList<>();
    cells.add(score.name());
    Spread cpu = score.cpuNanos();
    cells.add(Table.number(cpu.median()));
    cells.add(range(cpu));
    cells.add(ratio(cpu, best(Role.FLOOR, s -> s.cpuNanos().median())));
    cells.add(ratio(cpu, best(Role.PEER, s -> s.cpuNanos().median())));
    if (contest.timed()) {
      Spread wall = score.wallNanos();
      OptionalDouble floor = best(Role.FLOOR, s -> s.wallNanos().median());
      cells.add(Table.number(wall.median()));
      cells.add(range(wall));
      cells.add(floor.isPresent() ? Table.number(wall.median() - floor.getAsDouble()) : "");
      cells.add(ratio(wall, best(Role.PEER, s -> s.wallNanos().median())));
    }
    for (String name : extraNames()) {
      Double value = score.extras().get(name);
      cells.add(value == null ? "" : Table.number(value));
    }
    return cells;
  }

  /** {@return the same, a record for each contestant, for machines to read} */
  public List<Map<String, Object>> records() {
    List<Map<String, Object>> records = new ArrayList<>();
    for (Score score : scores) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("question", contest.question());
      fields.put("setting", contest.setting());
      fields.put("op", contest.op());
      fields.put("contestant", score.name());
      put(fields, "cpuNanos", score.cpuNanos(), s -> s.cpuNanos().median());
      if (contest.timed()) {
        put(fields, "wallNanos", score.wallNanos(), s -> s.wallNanos().median());
      }
      fields.putAll(score.extras());
      records.add(fields);
    }
    return records;
  }

  private void put(
      Map<String, Object> fields, String name, Spread spread, ToDoubleFunction<Score> median) {
    fields.put(name, spread.median());
    fields.put(name + "Min", spread.min());
    fields.put(name + "Max", spread.max());
    best(Role.FLOOR, median).ifPresent(f -> fields.put(name + "ToFloor", spread.median() / f));
    best(Role.PEER, median).ifPresent(p -> fields.put(name + "ToBestPeer", spread.median() / p));
  }

  private OptionalDouble best(Role role, ToDoubleFunction<Score> median) {
    return scores.stream()
        .filter(s -> s.role() == role)
        .mapToDouble(median)
        .filter(value -> value > 0)
        .min();
  }

  private SequencedSet<String> extraNames() {
    SequencedSet<String> names = new LinkedHashSet<>();
    scores.forEach(score -> names.addAll(score.extras().keySet()));
    return names;
  }

  private static String range(Spread spread) {
    return Table.number(spread.min()) + "–" + Table.number(spread.max());
  }

  private static String ratio(Spread spread, OptionalDouble base) {
    return base.isPresent() ? Table.number(spread.median() / base.getAsDouble()) : "";
  }
}
