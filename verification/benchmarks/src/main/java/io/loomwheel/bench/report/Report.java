package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.promises.Account;
import io.loomwheel.charts.Figure;
import io.loomwheel.charts.Numbers;
import io.loomwheel.charts.Page;
import io.loomwheel.charts.Renderer;
import io.loomwheel.charts.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pictures of some runs. Used by one thread.
 *
 * @param runs in any number; a contest that was played twice is drawn twice
 */
public record Report(List<Run> runs) {
  private static final String METHOD =
      "All contestants of a chart run in one JVM, in interleaved rounds; the first two are dropped,"
          + " and bars and curves are the middle of the others. CPU is that of the whole process,"
          + " garbage collector and all. Absolute numbers say little on a shared machine: read the"
          + " ratios.";

  /** Copies the list. */
  public Report {
    runs = List.copyOf(runs);
  }

  /**
   * Writes a page that needs nothing but itself.
   *
   * @param file is replaced
   */
  public void html(Path file) throws IOException {
    Files.writeString(file, new Renderer().html(page()));
  }

  /**
   * Writes each chart as a file of its own, named after its contest.
   *
   * @param directory made if it isn't there; files of other names are left alone
   */
  public void svg(Path directory) throws IOException {
    Renderer renderer = new Renderer();
    Files.createDirectories(directory);
    for (Run run : runs) {
      for (Result result : run.results()) {
        for (Figure figure : Drawings.of(run.about(), result)) {
          Path file = directory.resolve(figure.chart().id() + ".svg");
          Files.writeString(file, renderer.svg(figure));
        }
      }
    }
  }

  private Page page() throws IOException {
    Map<String, List<Figure>> figures = new LinkedHashMap<>();
    Map<String, List<Numbers>> tables = new LinkedHashMap<>();
    for (Run run : runs) {
      for (Result result : run.results()) {
        tables
            .computeIfAbsent(result.question(), it -> new ArrayList<>())
            .add(new Numbers(result.setting(), result.rows(), result.notes()));
        figures
            .computeIfAbsent(result.question(), it -> new ArrayList<>())
            .addAll(Drawings.of(run.about(), result));
      }
    }
    Account account = Account.of(runs);
    List<Section> sections = new ArrayList<>();
    sections.add(promises(account));
    tables.forEach(
        (question, numbers) ->
            sections.add(
                new Section(question, figures.getOrDefault(question, List.of()), numbers)));
    return new Page(
        "What Loomwheel costs, beside its peers", account.sentence(), sections, List.of(METHOD));
  }

  private static Section promises(Account account) {
    Numbers table = new Numbers("Promise by promise", account.rows(), List.of(Account.NOTE), true);
    return new Section("What was promised", List.of(), List.of(table));
  }
}
