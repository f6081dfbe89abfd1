package io.loomwheel.bench.promises;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Table;
import io.loomwheel.bench.promises.Promise.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All promises, and what became of each in some runs. Immutable. */
public final class Account {
  private static final String NOTE =
      "A ratio is that of the medians; its range is that of our rounds beside the other's median.";

  private static final String FILE = "promises.csv";
  private static final String NOT_MEASURED = "not measured in this run";

  private final List<Line> lines;

  private Account(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  private record Line(Promise promise, Optional<Reading> reading) {
    String verdict() {
      return reading.map(it -> promise.verdict(it.value().median())).orElse(NOT_MEASURED);
    }

    List<String> cells() {
      return List.of(
          promise.area() + ": " + promise.words(),
          promise.bound(),
          reading.map(it -> Table.number(it.value().median())).orElse(""),
          reading.map(it -> Table.range(it.value())).orElse(""),
          reading.map(Reading::base).orElse(""),
          verdict());
    }
  }

  /** {@return what those runs say; of a contest that was played twice the last counts} */
  public static Account of(List<Run> runs) throws IOException {
    List<Result> results = runs.stream().flatMap(run -> run.results().stream()).toList();
    List<Line> lines = new ArrayList<>();
    for (Promise promise : promises()) {
      lines.add(
          new Line(
              promise,
              results.reversed().stream()
                  .filter(promise::isReadFrom)
                  .findFirst()
                  .flatMap(promise::read)));
    }
    return new Account(lines);
  }

  /** {@return all that was promised} */
  static List<Promise> promises() throws IOException {
    CsvSchema schema = CsvSchema.emptySchema().withHeader().withColumnSeparator('|').withComments();
    try (InputStream file = Account.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("no file " + FILE);
      }
      try (MappingIterator<Promise> promises =
          new CsvMapper()
              .enable(CsvParser.Feature.TRIM_SPACES)
              .readerFor(Promise.class)
              .with(schema)
              .readValues(file)) {
        return promises.readAll();
      }
    }
  }

  /** {@return a row for each, the header first} */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("promise", "bound", "measured", "min–max", "beside", "verdict"));
    lines.forEach(line -> rows.add(line.cells()));
    return rows;
  }

  /** {@return how many are met} */
  String sentence() {
    long met = lines.stream().filter(line -> line.verdict().equals("met")).count();
    long open = lines.stream().filter(line -> line.reading().isEmpty()).count();
    return "Of %d promises %d are met, %d missed, %d not measured in this run."
        .formatted(lines.size(), met, lines.size() - met - open, open);
  }

  /** {@return the rows as Markdown, and the sentence} */
  public String table() {
    return "### What was promised\n\n"
        + Table.render(rows())
        + "\n"
        + NOTE
        + " "
        + sentence()
        + "\n";
  }
}
