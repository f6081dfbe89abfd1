package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
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
  private final ByteArrayOutputStream bars = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource({
    "--requests, 0, must be from 1 to 10000000",
    "--requests, -3, must be from 1 to 10000000",
    "--requests, many, is not an int",
    "--in-flight, 0, must be from 1 to 4000",
    "--in-flight, 4001, must be from 1 to 4000",
    "--in-flight, 99999999999, is not an int",
    "--timeout, 0ms, above zero",
    "--timeout, PT-1S, above zero",
    "--timeout, PT2H, at most PT1H",
    "--timeout, 1 hour, must be like 800ms",
    "--seed, x, is not a long"
  })
  void execute_badValue_saysInOneLineWhatIsWrong(String option, String value, String rule) {
    assertThat(execute(List.of(), option, value)).isEqualTo(2);

    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains("'" + option + "'", "'" + value + "'", rule);
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"--colour", "--requests", "extra"})
  void execute_badArgument_saysInOneLineWhatIsWrong(String argument) {
    assertThat(execute(List.of(), argument)).isEqualTo(2);

    assertThat(err.toString().lines()).singleElement().asString().contains(argument);
  }

  @Test
  void execute_help_listsAllOptions() {
    assertThat(execute(List.of(), "--help")).isZero();

    assertThat(out.toString())
        .contains(
            "--requests",
            "--in-flight",
            "--timeout",
            "--seed",
            "--report",
            "--help",
            "2000",
            "256");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  @Timeout(60)
  void execute_realRun_endsAsPlannedAndDrawsTheLateness() throws IOException {
    Expected expected = new Plan(42, 300, Duration.ofMillis(500)).expected();
    int exitCode;
    try (WheelTimer timer = WheelTimer.create()) {
      exitCode =
          execute(
              Lineup.on(timer), "--requests", "300", "--in-flight", "100", "--timeout", "500ms");
    }

    assertThat(err.toString()).isEmpty();
    assertThat(exitCode).isZero();
    assertThat(out.toString()).contains("As planned.");
    assertThat(expected.timeouts()).isPositive();
    assertThat(row("timeouts ")).containsOnly("" + expected.timeouts());
    assertThat(row("timeouts expected")).containsOnly("" + expected.timeouts());
    assertThat(row("early")).containsOnly("0");
    assertThat(row("lost")).containsOnly("0");
    assertThat(row("fired twice")).containsOnly("0");
    assertThat(bars.toString(StandardCharsets.UTF_8)).contains("300/300");
    Document page = Jsoup.parse(Files.readString(report()));
    assertThat(page.select("svg polyline")).hasSize(4);
    assertThat(page.select("svg polyline.ours title").eachText())
        .containsExactlyInAnyOrder("Reactor, wheel", "RxJava, wheel");
    assertThat(page.select("figcaption").text()).contains("300 requests each", "500 ms");
  }

  @Test
  void execute_requestsLost_exitsWithOne() {
    Pipeline lazy = new Doctored(work -> {});

    assertThat(execute(List.of(lazy), "--requests", "10")).isEqualTo(1);

    assertThat(err.toString()).contains("doctored: lost must be 0, was 10");
    assertThat(out.toString()).contains("Not as planned.");
    assertThat(report()).content().contains("doctored").doesNotContain("<svg");
  }

  @Test
  void execute_timeoutEarly_exitsWithOne() {
    Pipeline hasty =
        new Doctored(
            work -> {
              work.book().begin(0).timedOut();
              work.book().answered(0);
            });

    assertThat(execute(List.of(hasty), "--requests", "1")).isEqualTo(1);

    assertThat(err.toString()).contains("doctored: early must be 0, was 1");
  }

  @Test
  void execute_timeoutTwice_exitsWithOne() {
    Pipeline stuttering =
        new Doctored(
            work -> {
              Attempt attempt = work.book().begin(0);
              attempt.timedOut();
              attempt.timedOut();
              work.book().answered(0);
            });

    assertThat(execute(List.of(stuttering), "--requests", "1")).isEqualTo(1);

    assertThat(err.toString()).contains("doctored: fired twice must be 0, was 1");
  }

  private int execute(List<Pipeline> pipelines, String... line) {
    List<String> args = new ArrayList<>(List.of(line));
    args.addAll(List.of("--report", report().toString()));
    PrintStream barsOut = new PrintStream(bars, true, StandardCharsets.UTF_8);
    CommandLine command = Demo.command(pipelines, barsOut);
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args.toArray(String[]::new));
  }

  private Path report() {
    return directory.resolve("report.html");
  }

  private List<String> row(String name) {
    String row = out.toString().lines().filter(it -> it.startsWith(name)).findFirst().orElseThrow();
    return List.of(row.substring(26).strip().split(" {2,}"));
  }

  /** Doesn't send anything, and tells the book what the test wants. */
  private record Doctored(Consumer<Workload> lie) implements Pipeline {
    @Override
    public String name() {
      return "doctored";
    }

    @Override
    public CompletableFuture<?> start(Workload work) {
      lie.accept(work);
      return CompletableFuture.completedFuture(true);
    }
  }
}
