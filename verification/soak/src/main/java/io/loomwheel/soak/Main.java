package io.loomwheel.soak;

import io.loomwheel.soak.fault.Kind;
import io.loomwheel.soak.load.Load;
import io.loomwheel.soak.report.Page;
import io.loomwheel.soak.report.Report;
import io.loomwheel.soak.submitter.SubmitterKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: plays the chosen faults and prints the report. Used by one thread. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = {
      "Drives all of Loomwheel at once while things go wrong, and accounts for every timer.",
      "Exits with 1 if anything is off."
    })
public final class Main implements Callable<Integer> {
  private static final String REPORT = "--report";
  private static final int MILLIS = 150;
  private static final int QUOTA = 6_000;
  private static final int DENSE_MILLIS = 5_000;
  private static final int DENSE_QUOTA = 500_000;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "One of ${COMPLETION-CANDIDATES}; may be repeated. All by default.")
  private List<Kind> faults = List.of(Kind.values());

  @Option(
      names = "--submitter",
      paramLabel = "NAME",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "One of ${COMPLETION-CANDIDATES}; may be repeated. All by default.")
  private List<SubmitterKind> submitters = List.of(SubmitterKind.values());

  @Option(names = "--together", description = "All the faults at once, in place of one by one.")
  private boolean together;

  @Option(names = "--seconds", paramLabel = "N", description = "How long each fault is played.")
  private double seconds = 0.5;

  @Option(names = "--passes", paramLabel = "N", description = "How often all faults are played.")
  private int passes = 1;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "In place of a number of passes: how long to play, at least.")
  private int minutes;

  @Option(
      names = "--dense",
      description = {
        "Without a pause, and most of it by the ways that cost least:",
        "a wave is then "
            + DENSE_MILLIS
            + " ms long at most, and asks for "
            + DENSE_QUOTA
            + " timeouts."
      })
  private boolean dense;

  @Option(
      names = "--wave-millis",
      paramLabel = "N",
      description = "How long one timer is armed before it is stopped; " + MILLIS + " by default.")
  private @Nullable Integer waveMillis;

  @Option(
      names = "--quota",
      paramLabel = "N",
      description = {
        "How many timeouts are asked for in that time, besides what faults ask for.",
        QUOTA + " by default."
      })
  private @Nullable Integer quota;

  @Option(names = "--seed", paramLabel = "N", description = "Of delays and cancellations.")
  private long seed = 1;

  @Option(names = REPORT, paramLabel = "FILE", description = "Writes the report there, too.")
  private @Nullable Path file;

  /** Runs the command and exits with its code: 0, 2 for a bad argument, 1 if anything is off. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Main::sayWhatIsWrong);
  }

  private static int sayWhatIsWrong(ParameterException e, String[] args) {
    e.getCommandLine().getErr().println(e.getMessage() + " (--help says more)");
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Report report = play();
    String page = Page.of(report);
    out.println();
    out.println(page);
    out.flush();
    if (file != null) {
      Files.writeString(file, page);
    }
    return report.wrong().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** Plays what the command line asks for. */
  Report play() throws IOException, InterruptedException {
    return new Soak(plan(), options(), spec.commandLine().getOut()).play();
  }

  /** {@return the command line, but for where the report goes} */
  private String options() {
    List<String> all = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
    int at = all.indexOf(REPORT);
    if (at >= 0) {
      all.subList(at, at + 2).clear();
    }
    return all.isEmpty() ? "no options" : String.join(" ", all);
  }

  private Load load() {
    long millis = waveMillis != null ? waveMillis : dense ? DENSE_MILLIS : MILLIS;
    int timeouts = quota != null ? quota : dense ? DENSE_QUOTA : QUOTA;
    return new Load(TimeUnit.MILLISECONDS.toNanos(millis), timeouts, submitters, dense);
  }

  private Plan plan() {
    try {
      return new Plan(
          faults,
          together,
          (long) (seconds * 1e9),
          passes,
          Duration.ofMinutes(minutes),
          load(),
          seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
