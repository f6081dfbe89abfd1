package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DemoTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource({
    "--streams, 0, must be from 1 to 1000000",
    "--streams, many, is not an int",
    "--connections, -3, must be from 1 to 50000",
    "--connections, 50001, must be from 1 to 50000",
    "--rate, 0, must be from 1 to 10000000",
    "--rate, 99999999999, is not an int",
    "--silent, 0, must be from 1 to 50000",
    "--idle, 0ms, above zero",
    "--idle, PT2H, at most PT1H",
    "--idle, 1 hour, must be like 800ms",
    "--idle, 499ms, must be at least 500ms",
    "--rounds, 0, must be from 1 to 1000",
    "--seconds, 3601, must be from 0.1 to 3600",
    "--seconds, NaN, must be from 0.1 to 3600",
    "--seconds, soon, is not a double",
    "--contestants, rxjava-io, must be of reactor",
    "--report, no/such/place.html, must be a file that can be written",
    "--report, ., must be a file that can be written",
    "--chart, ., must be a file that can be written",
    "--seed, x, is not a long"
  })
  void execute_badValue_saysInOneLineWhatIsWrong(String option, String value, String rule) {
    assertThat(execute(option, value)).isEqualTo(2);

    assertThat(err.toString().lines()).singleElement().asString().contains(option, value, rule);
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"--colour", "--rounds", "extra"})
  void execute_badArgument_saysInOneLineWhatIsWrong(String argument) {
    assertThat(execute(argument)).isEqualTo(2);

    assertThat(err.toString().lines()).singleElement().asString().contains(argument);
  }

  @Test
  void execute_help_listsAllOptions() {
    assertThat(execute("--help")).isZero();

    assertThat(out.toString())
        .contains(
            "--streams",
            "--connections",
            "--rate",
            "--idle",
            "--silent",
            "--rounds",
            "--seconds",
            "--contestants",
            "--seed",
            "--report",
            "--chart",
            "-h, --help",
            "50000",
            "200000");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  @Timeout(100)
  void execute_realRun_countsEveryTimeoutAndDrawsTheReport() throws IOException {
    int exitCode =
        execute(
            "--streams", "200",
            "--connections", "10",
            "--rate", "8000",
            "--idle", "100ms",
            "--silent", "20",
            "--rounds", "1",
            "--seconds", "0.1",
            "--chart", directory.resolve("chart.svg").toString());

    assertThat(err.toString()).isEmpty();
    assertThat(exitCode).isZero();
    assertThat(out.toString())
        .contains("200 open streams over 10 connections", "No timeout was early, lost");
    assertThat(rows("no timeout")).hasSize(2).allMatch(row -> row.contains("–"));
    assertThat(rows("timeout(d), WheelFactory")).hasSize(2);
    assertThat(rows("timeout(d), WheelPlugins")).hasSize(2);
    assertThat(rows("WheelOperators.timeout(d)")).hasSize(4);
    assertThat(timeouts()).hasSize(8).containsOnly("20 20 0 0");
    assertThat(out.toString().lines())
        .filteredOn(line -> line.startsWith("Reactor, "))
        .hasSize(3)
        .allMatch(line -> line.contains("timeout(d), parallel()") || line.contains("too little"));
    assertThat(progress.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("warm-up: 10 turns in "),
            line -> assertThat(line).startsWith("round 1 of 1: 10 turns in "));
    Document page = Jsoup.parse(Files.readString(report()));
    assertThat(page.select("h1, .lead, h2").eachText())
        .satisfiesExactly(
            name -> assertThat(name).isEqualTo("Loomwheel"),
            lead -> assertThat(lead).contains("200 streams", "No timeout was early, lost"),
            reactor -> assertThat(reactor).isEqualTo("Reactor"),
            rxJava -> assertThat(rxJava).isEqualTo("RxJava"),
            how -> assertThat(how).isEqualTo("How it was measured"));
    assertThat(Jsoup.parse(Files.readString(directory.resolve("chart.svg"))).select(".name"))
        .hasSize(4);
    assertThat(page.select("figure")).hasSize(6);
    assertThat(page.select("table")).hasSize(4);
  }

  private int execute(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    if (!all.contains("--report")) {
      all.addAll(List.of("--report", report().toString()));
    }
    CommandLine command = Demo.command(new PrintStream(progress, true, StandardCharsets.UTF_8));
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private Path report() {
    return directory.resolve("report.html");
  }

  private List<String> rows(String title) {
    return out.toString().lines().filter(line -> line.startsWith(title + " ")).toList();
  }

  /** What fell silent, timed out, was early and lost, of each contestant. */
  private List<String> timeouts() {
    return out.toString()
        .lines()
        .filter(line -> line.contains("imeout(d") && !line.contains(" to ") && !line.contains(": "))
        .map(line -> line.substring(line.indexOf("  ")).strip().split("\\s+"))
        .filter(cells -> cells.length == 7)
        .map(cells -> String.join(" ", List.of(cells).subList(0, 4)))
        .toList();
  }
}
