package io.loomwheel.examples.demo;

import io.loomwheel.WheelTimer;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The demo's command: sends the same requests through each pipeline and prints what became of them.
 *
 * <p>Exits with 0 if all is as planned, 1 if a timeout was early, lost, fired twice or otherwise
 * not as planned, and 2 if an option was wrong.
 */
@Command(
    name = "demo",
    showDefaultValues = true,
    description =
        "Sends requests over HTTP, some of which never get an answer, through Reactor and RxJava,"
            + " timed by the wheel and by the stock schedulers.")
public final class Demo implements Callable<Integer> {
  private static final int MOST_REQUESTS = 10_000_000;
  private static final int MOST_IN_FLIGHT = 4_000;
  private static final int WARM_UP_REQUESTS = 5_000;
  private static final Duration WARM_UP_TIMEOUT = Duration.ofMillis(250);

  private static final List<String> NOTES =
      List.of(
          "Lateness on the wheel includes rounding up to its tick of about 1 ms.",
          "CPU is the whole process: backend, client and timers.",
          "The columns ran from left to right in one JVM: the first pays for some compiling.");

  private final List<Pipeline> pipelines;
  private final PrintStream bars;

  @Spec
  @SuppressWarnings("NullAway.Init") // by picocli, before anything here is called
  private CommandSpec spec;

  @Option(
      names = "--requests",
      paramLabel = "<n>",
      description = "Requests that each pipeline sends.")
  private int requests = 2_000;

  @Option(
      names = "--in-flight",
      paramLabel = "<n>",
      description = "Requests under way at once, at most. Each takes two sockets.")
  private int inFlight = 256;

  @Option(
      names = "--timeout",
      paramLabel = "<time>",
      converter = TimeoutSpan.class,
      description = "Timeout of one attempt, such as 800ms, 1s or PT1S.")
  private Duration timeout = Duration.ofSeconds(1);

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      description = "Decides which requests are slow or hang.")
  private long seed = 42;

  @Option(
      names = "--report",
      paramLabel = "<file>",
      description = "Where the lateness is drawn, as HTML.")
  private Path report = Path.of("report.html");

  @Option(names = "--help", usageHelp = true, description = "Shows this and does nothing.")
  @SuppressWarnings("UnusedVariable") // picocli looks at the option itself
  private boolean help;

  private Demo(List<Pipeline> pipelines, PrintStream bars) {
    this.pipelines = pipelines;
    this.bars = bars;
  }

  /**
   * Runs the demo and exits.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    int exitCode;
    try (WheelTimer timer = WheelTimer.builder().name("demo").build()) {
      exitCode = command(Lineup.on(timer), System.err).execute(args);
    }
    System.exit(exitCode);
  }

  /**
   * {@return the command}
   *
   * @param pipelines run one after the other
   * @param bars where progress is drawn
   */
  static CommandLine command(List<Pipeline> pipelines, PrintStream bars) {
    return new CommandLine(new Demo(pipelines, bars)).setParameterExceptionHandler(Demo::refuse);
  }

  private static int refuse(ParameterException wrong, String[] args) {
    String message = Objects.requireNonNullElse(wrong.getMessage(), "wrong arguments");
    wrong.getCommandLine().getErr().println(message.lines().collect(Collectors.joining(" ")));
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireFrom1To(MOST_REQUESTS, "--requests", requests);
    requireFrom1To(MOST_IN_FLIGHT, "--in-flight", inFlight);
    Plan plan = new Plan(seed, requests, timeout);
    Expected expected = plan.expected();
    List<Report> reports = reports(plan);
    PrintWriter out = spec.commandLine().getOut();
    out.println();
    out.print(Table.of(expected, reports));
    NOTES.forEach(out::println);
    Files.writeString(report, Picture.of(reports, about(), Table.rows(expected, reports), NOTES));
    out.println("Drawn in " + report.toAbsolutePath());
    List<String> complaints =
        reports.stream().flatMap(it -> Verdict.complaints(expected, it).stream()).toList();
    complaints.forEach(spec.commandLine().getErr()::println);
    out.println(complaints.isEmpty() ? "As planned." : "Not as planned.");
    out.flush();
    return complaints.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private List<String> about() {
    return List.of(
        String.format(
            Locale.ROOT,
            "%,d requests each, %,d at once, timeout %d ms, seed %d.",
            requests,
            inFlight,
            timeout.toMillis(),
            seed),
        String.format(
            "%d cores, %s %s · %s %s · %s",
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            System.getProperty("java.vm.name"),
            Runtime.version(),
            Instant.now().truncatedTo(ChronoUnit.MINUTES)));
  }

  private void requireFrom1To(int most, String option, int value) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '%s': must be from 1 to %d, was '%d'"
              .formatted(option, most, value));
    }
  }

  private List<Report> reports(Plan plan) throws IOException, InterruptedException {
    List<Report> reports = new ArrayList<>();
    warmUp();
    for (Pipeline pipeline : pipelines) {
      try (Progress progress = new Progress(pipeline.name(), plan.requests(), bars)) {
        reports.add(new Run(plan, inFlight).of(pipeline, progress::step));
      }
    }
    return reports;
  }

  /** A short run of each that nobody counts, so that the first doesn't pay for the compiler. */
  private void warmUp() throws IOException, InterruptedException {
    int count = Math.min(requests, WARM_UP_REQUESTS);
    Duration brief = timeout.compareTo(WARM_UP_TIMEOUT) < 0 ? timeout : WARM_UP_TIMEOUT;
    Run run = new Run(new Plan(~seed, count, brief), inFlight);
    try (Progress progress = new Progress("warm-up", (long) count * pipelines.size(), bars)) {
      for (Pipeline pipeline : pipelines) {
        run.of(pipeline, progress::step);
      }
    }
  }
}
