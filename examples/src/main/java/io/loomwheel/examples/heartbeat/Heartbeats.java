package io.loomwheel.examples.heartbeat;

import io.loomwheel.WheelTimer;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The example's command: thousands of connections with heartbeats, some of which fall silent.
 *
 * <p>Exits with 0 if exactly those were closed, and on time; 1 if not; 2 if an option was wrong.
 */
@Command(
    name = "heartbeats",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    description = "Keeps connections alive by heartbeats, and closes those that fall silent.")
public final class Heartbeats implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** What a loaded machine may add to a second or so of silence. */
  private static final Duration MOST_LATE = Duration.ofSeconds(5);

  @Spec
  @SuppressWarnings("NullAway.Init") // by picocli, before anything here is called
  private CommandSpec spec;

  @Option(names = "--connections", paramLabel = "<n>", description = "Each takes two sockets.")
  private int connections = 10_000;

  @Option(names = "--killed", paramLabel = "<n>", description = "How many fall silent.")
  private int killed = 100;

  @Option(names = "--interval", paramLabel = "<ms>", description = "Between two heartbeats, in ms.")
  private int intervalMillis = 2_000;

  @Option(
      names = "--unanswered",
      paramLabel = "<n>",
      description = "How many heartbeats without an answer make a connection lost.")
  private int unanswered = 3;

  private Heartbeats() {}

  /**
   * Runs the example and exits.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(command().execute(args));
  }

  /** {@return the command, not yet run} */
  static CommandLine command() {
    return new CommandLine(new Heartbeats());
  }

  @Override
  public Integer call() throws Exception {
    requirePositive("--connections", connections);
    requirePositive("--killed", killed);
    requirePositive("--interval", intervalMillis);
    requirePositive("--unanswered", unanswered);
    PrintWriter out = spec.commandLine().getOut();
    int room = Descriptors.roomForConnections();
    int count = Math.min(connections, room);
    if (count < connections) {
      out.printf(
          "Only %,d of %,d connections: both ends are here, and 'ulimit -n' allows no more.%n",
          count, connections);
    }
    if (killed > count) {
      throw new ParameterException(
          spec.commandLine(), "--killed must be at most " + count + ", was " + killed);
    }
    Pace pace = new Pace(Duration.ofMillis(intervalMillis), unanswered);
    try (Load load = Load.watchIt();
        WheelTimer timer = WheelTimer.builder().name("heartbeats").build()) {
      Outcome outcome = new Trial(count, killed, pace, PATIENCE).run(timer);
      out.println(outcome);
      List<String> complaints = outcome.complaints(MOST_LATE.toNanos());
      complaints.forEach(spec.commandLine().getErr()::println);
      out.println(complaints.isEmpty() ? "As it should be." : "Not as it should be. " + load);
      if (!complaints.isEmpty()) {
        out.println("If it was busy, try fewer --connections or a longer --interval.");
      }
      out.flush();
      return complaints.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private void requirePositive(String option, int value) {
    if (!(value > 0)) {
      throw new ParameterException(spec.commandLine(), option + " must be positive, was " + value);
    }
  }
}
