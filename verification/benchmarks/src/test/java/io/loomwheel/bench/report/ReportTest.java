package io.loomwheel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.Samples;
import io.loomwheel.bench.measure.About;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final String PAIR = "pair-1-producer-10000-held-by-each-the-oldest-cancelled";
  private static final String FIRE = "fire-300000-over-1-s-nothing-blocks";
  private static final String GROWTH = "growth-1-producer-10000-held-the-oldest-cancelled";

  @TempDir private Path directory;

  @Test
  void html_timedContest_hasBarsOfRatiosForCpuAndWallTime() throws IOException {
    Document page = html(Samples.runs());

    assertThat(page.select("#" + PAIR + "-cpu .headline").eachText())
        .containsExactly("0.47 ×", "0.68 ×", "1 ×", "1.54 ×", "1.29 ×", "5.76 ×");
    assertThat(page.select("#" + PAIR + "-wall-time .headline").eachText())
        .startsWith("0.71 ×", "1.15 ×", "1 ×");
    assertThat(page.select("#" + PAIR + "-cpu .row").get(1).text())
        .contains("47.8 ns (47.4–48.7)", "1.44 × floor");
  }

  @Test
  void html_contestWithLateness_hasACurveForEachThatWaits() throws IOException {
    Document page = html(Samples.runs());

    assertThat(page.select("#" + FIRE + "-lateness .key .name").eachText())
        .containsExactly(
            "Loomwheel",
            "Loomwheel perTask",
            "Netty 1 ms",
            "ScheduledThreadPool",
            "ForkJoinPool",
            "Thread.sleep");
    assertThat(page.select("#" + FIRE + "-lateness polyline.ours")).hasSize(2);
    assertThat(page.select("#" + PAIR + "-lateness")).isEmpty();
  }

  @Test
  void html_contestantsNamedAfterWhatIsPending_haveACurveOverThatToo() throws IOException {
    Document page = html(Samples.runs());

    assertThat(page.select("#" + GROWTH + "-curve .key .name").eachText())
        .containsExactly("Loomwheel, CPU", "Loomwheel, wall time");
    assertThat(page.select("#" + GROWTH + "-curve .mark")).hasSize(6);
    assertThat(page.select("#" + PAIR + "-curve")).isEmpty();
  }

  @Test
  void html_extraThatDiffers_hasBars() throws IOException {
    Document page = html(Samples.runs());

    assertThat(page.select("#" + FIRE + "-all-done-ms .headline").first().text())
        .isEqualTo("0.50 ×");
    assertThat(page.select("#" + FIRE + "-p99-ms")).isEmpty();
  }

  @Test
  void html_eachChart_saysWhereWeLoseAndWhereItWasMeasured() throws IOException {
    Document page = html(Samples.runs());

    assertThat(caption(page, PAIR + "-cpu")).isEqualTo("Where we lose: nowhere in this chart.");
    assertThat(caption(page, PAIR + "-wall-time"))
        .isEqualTo("Where we lose: Loomwheel 1.15 × Netty 1 ms (the spreads overlap).");
    assertThat(caption(page, FIRE + "-lateness"))
        .contains("Loomwheel 1.03 ms at 90 %, ScheduledThreadPool 0.13");
    assertThat(caption(page, GROWTH + "-cpu")).isEqualTo("No peer takes part here.");
    for (Element figure : page.select("figure")) {
      assertThat(figure.select("figcaption p").last().text())
          .contains("2 cores, 8.0 GiB", "25.0.3", "ParallelGC", "--question pair", "2026-11-21");
    }
  }

  @Test
  void html_firstSection_saysOfEachPromiseWhatBecameOfIt() throws IOException {
    Document page = html(Samples.runs());

    Element section = page.select("section").first();
    assertThat(section.select("h2").text()).isEqualTo("What was promised");
    assertThat(section.select("details[open] th[scope=col]").eachText())
        .startsWith("promise", "bound", "measured");
    assertThat(section.select("tbody tr").eachText())
        .anyMatch(row -> row.endsWith("0.68 0.67–0.69 Netty 1 ms met"))
        .anyMatch(row -> row.endsWith("missed by 15 %"))
        .anyMatch(row -> row.endsWith("not measured in this run"));
    assertThat(page.select("main > p").eachText()).anyMatch(text -> text.startsWith("Of "));
    assertThat(page.select("section").get(1).select("details[open]")).isEmpty();
  }

  @Test
  void html_allCharts_countsThoseThatWeLose() throws IOException {
    Document page = html(Samples.runs());

    assertThat(page.select("main > p").eachText())
        .anyMatch(text -> text.startsWith("In 2 of 5 charts"));
  }

  @Test
  void html_noPeer_comparesWithTheFloor() throws IOException {
    Document page = html(Samples.runs());

    assertThat(page.select("#" + GROWTH + "-cpu .headline").eachText())
        .containsExactly("1 ×", "0.97 ×", "0.97 ×");
    assertThat(page.select("#" + GROWTH + "-cpu .subtitle").text()).contains("× floor");
  }

  @Test
  void html_nothingAboveZero_leavesTheChartOut() throws IOException {
    Spread none = new Spread(0, 0, 0);
    Result idle =
        new Result(
            "idle",
            "nothing",
            "a second",
            false,
            List.of(Samples.score("Loomwheel", Role.SUBJECT, none, none)),
            List.of());

    Document page = html(List.of(new Run(Samples.ABOUT, List.of(idle))));

    assertThat(page.select("figure")).isEmpty();
    assertThat(page.select("details td").eachText()).contains("Loomwheel");
  }

  @Test
  void html_twoRuns_saysOfEachWhereItWasMeasured() throws IOException {
    About other = new About("other VM", "", "Linux", 64, 1L << 38, "--quick", "2026-12-01T00:00Z");

    Document page =
        html(
            List.of(
                new Run(Samples.ABOUT, List.of(Samples.pair())),
                new Run(other, List.of(Samples.growth()))));

    assertThat(page.select("#" + PAIR + "-cpu figcaption").text()).contains("2 cores");
    assertThat(page.select("#" + GROWTH + "-cpu figcaption").text())
        .contains("64 cores, 256.0 GiB", "default flags");
  }

  @Test
  void svg_results_writesAFileForEachChart() throws IOException {
    new Report(Samples.runs()).svg(directory.resolve("new"));

    try (Stream<Path> files = Files.list(directory.resolve("new"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              PAIR + "-cpu.svg",
              PAIR + "-wall-time.svg",
              GROWTH + "-curve.svg",
              GROWTH + "-cpu.svg",
              GROWTH + "-wall-time.svg",
              FIRE + "-cpu.svg",
              FIRE + "-all-done-ms.svg",
              FIRE + "-lateness.svg");
    }
  }

  private Document html(List<Run> runs) throws IOException {
    Path file = directory.resolve("report.html");
    new Report(runs).html(file);
    return Jsoup.parse(Files.readString(file));
  }

  private static String caption(Document page, String id) {
    return page.select("#" + id + " figcaption p").first().text();
  }
}
