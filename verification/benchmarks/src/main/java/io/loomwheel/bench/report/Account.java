package io.loomwheel.bench.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Table;
import io.loomwheel.bench.report.Promise.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All promises, and what became of each in some runs. Stateless. */
public final class Account {
  private static final String NOTE =
      "A ratio is that of the medians; its range is that of our rounds beside the other's median.";

  private static final String NOT_MEASURED = "not measured in this run";

  /** {@return all that was promised} */
  static List<Promise> promises() throws IOException {
    try (MappingIterator<Promise> promises =
        new CsvMapper()
            .enable(CsvParser.Feature.TRIM_SPACES)
            .readerFor(Promise.class)
            .with(CsvSchema.emptySchema().withHeader().withColumnSeparator('|').withComments())
            .readValues(requireNonNull(Account.class.getResourceAsStream("promises.csv")))) {
      return promises.readAll();
    }
  }

  /**
   * {@return a row for each, the header first; of a contest that was played twice the last counts}
   */
  static List<List<String>> rows(List<Run> runs) throws IOException {
    List<Result> results = runs.stream().flatMap(run -> run.results().stream()).toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("promise", "bound", "measured", "min–max", "beside", "verdict"));
    for (Promise promise : promises()) {
      Optional<Reading> reading =
          results.reversed().stream()
              .filter(promise::isReadFrom)
              .findFirst()
              .flatMap(promise::read);
      rows.add(
          List.of(
              promise.area() + ": " + promise.words(),
              promise.bound(),
              reading.map(it -> Table.number(it.value().median())).orElse(""),
              reading.map(it -> Table.range(it.value())).orElse(""),
              reading.map(Reading::base).orElse(""),
              reading.map(it -> promise.verdict(it.value().median())).orElse(NOT_MEASURED)));
    }
    return rows;
  }

  /** {@return the rows as Markdown, and how many are met} */
  public static String table(List<Run> runs) throws IOException {
    List<List<String>> rows = rows(runs);
    List<String> verdicts = rows.stream().skip(1).map(List::getLast).toList();
    long met = verdicts.stream().filter("met"::equals).count();
    long open = verdicts.stream().filter(NOT_MEASURED::equals).count();
    return "### What was promised\n\n%s\n%s Of %d promises %d are met, %d missed, %d %s.\n"
        .formatted(
            Table.render(rows),
            NOTE,
            verdicts.size(),
            met,
            verdicts.size() - met - open,
            open,
            NOT_MEASURED);
  }
}
