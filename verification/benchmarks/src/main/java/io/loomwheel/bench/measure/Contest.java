package io.loomwheel.bench.measure;

import io.loomwheel.charts.Role;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** One table: a question in one setting, and who takes part. Immutable. */
public record Contest(String question, String setting, String op, List<Entrant> entrants) {
  public Contest {
    entrants = List.copyOf(entrants);
  }

  /** {@return the same, in a setting that {@link String#format} makes of those numbers} */
  @SuppressWarnings("AnnotateFormatMethod") // would need a library for the annotation
  public Contest in(String format, Object... numbers) {
    return new Contest(question, String.format(Locale.ROOT, format, numbers), op, entrants);
  }

  /** {@return this contest among those entrants whose name passes, and the floor} */
  public Contest among(Predicate<String> names) {
    return new Contest(
        question,
        setting,
        op,
        entrants.stream().filter(e -> e.role() == Role.FLOOR || names.test(e.name())).toList());
  }
}
