package io.loomwheel.examples.demo;

import com.sun.management.UnixOperatingSystemMXBean;
import io.loomwheel.WheelTimer;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The demo's command: lets each contestant watch the same streams, and prints what that costs.
 *
 * <p>Exits with 0 if every timeout was right, whoever was cheaper; 1 if one was early, lost, or
 * signalled twice; 2 if an option was wrong.
 */
@Command(
    name = "demo",
    showDefaultValues = true,
    sortOptions = false,
    description = {
      "Measures what idle timeouts on tens of thousands of streams cost, over sockets on"
          + " loopback, on the stock schedulers of Reactor and RxJava, and on the wheel."
    })
public final class Demo implements Callable<Integer> {
  private static final List<String> NOTES =
      List.of(
          "CPU is that of the process, collecting garbage too, but for the compiler's threads (on"
              + " Linux).",
          "From CPU and heap is taken off what the same streams take without timeouts in the same"
              + " round.",
          "Medians of the rounds, in brackets the least and the most. All play in one JVM, in turn,"
              + " after a warm-up.",
          "The wheel rounds deadlines up to its tick, about 1 ms; a stock timer has none.");

  private final PrintStream progress;

  @Spec
  @SuppressWarnings("NullAway.Init") // by picocli, before anything here is called
  private CommandSpec spec;

  @Mixin private final Options options = new Options();

  private Demo(PrintStream progress) {
    this.progress = progress;
  }

  public static void main(String[] args) {
    System.exit(command(System.err).execute(args));
  }

  static CommandLine command(PrintStream progress) {
    return new CommandLine(new Demo(progress)).setParameterExceptionHandler(Demo::refuse);
  }

  private static int refuse(ParameterException wrong, String[] args) {
    String message = Objects.requireNonNullElse(wrong.getMessage(), "wrong arguments");
    wrong.getCommandLine().getErr().println(message.lines().collect(Collectors.joining(" ")));
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (WheelTimer timer = WheelTimer.builder().name("demo").build()) {
      Load load = options.load(Descriptors.roomForConnections());
      Match match = options.match(options.lineup(Lineup.on(timer)));
      Path report = options.report();
      Optional<Path> chart = options.chart();
      PrintWriter out = spec.commandLine().getOut();
      if (load.connections() < options.connections()) {
        out.printf(
            "Only %,d of %,d connections: both ends are here, and 'ulimit -n' allows no more.%n",
            load.connections(), options.connections());
      }
      out.println(load);
      out.flush();
      Result result = play(load, match);
      Optional<String> picture = Picture.file(result);
      if (chart.isPresent() && picture.isPresent()) {
        Files.writeString(chart.get(), picture.get());
      }
      return print(result, report, out);
    }
  }

  private Result play(Load load, Match match) throws InterruptedException {
    Feeds feeds = new Feeds(load.streams());
    try (FeedServer server = new FeedServer(load.streams());
        FeedClient client = new FeedClient(server.address(), feeds);
        Progress shown = progress(match)) {
      client.connect(load.connections());
      server.start(load.connections(), load.elementsPerSecond());
      return match.play(new Turn(load, server, feeds), shown);
    }
  }

  private Progress progress(Match match) {
    return CommandLine.Help.Ansi.AUTO.enabled()
        ? new ProgressOnTerminal(match.turns(), progress)
        : new ProgressInLog(progress);
  }

  private int print(Result result, Path report, PrintWriter out) throws IOException {
    for (Contestant.Library library : result.libraries()) {
      out.println();
      out.print(Table.text(Table.costs(result, library)));
      out.println();
      out.print(Table.text(Table.timeouts(result, library)));
    }
    out.println();
    NOTES.forEach(out::println);
    out.println();
    List<String> words = new ArrayList<>(Verdict.sentences(result));
    words.addAll(Verdict.warnings(result));
    words.forEach(out::println);
    List<String> complaints = Verdict.complaints(result);
    List<String> method = new ArrayList<>(List.of(result.load().toString(), about()));
    method.addAll(words);
    method.addAll(complaints);
    Files.writeString(report, Picture.of(result, method, NOTES));
    out.println("Drawn in " + report);
    complaints.forEach(spec.commandLine().getErr()::println);
    out.println(Verdict.rightness(result));
    out.flush();
    return complaints.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private static String about() {
    return String.format(
        "%d cores, %s %s · %s %s · %s",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.name"),
        Runtime.version(),
        Instant.now().truncatedTo(ChronoUnit.MINUTES));
  }

  /** How many sockets this process may open. Stateless. */
  static final class Descriptors {
    /** For what the process opens besides. */
    private static final long SPARE = 200;

    private static final int ENDS = 2;

    /** {@return how many connections, both ends here, the system's limit leaves room for} */
    static int roomForConnections() {
      if (ManagementFactory.getOperatingSystemMXBean()
          instanceof UnixOperatingSystemMXBean system) {
        long free =
            system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - SPARE;
        return Math.clamp(free / ENDS, 0, Integer.MAX_VALUE);
      }
      return Integer.MAX_VALUE;
    }
  }
}
