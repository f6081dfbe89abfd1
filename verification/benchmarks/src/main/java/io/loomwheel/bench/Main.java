package io.loomwheel.bench;

import io.loomwheel.bench.measure.About;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Rounds;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.questions.Sizes;
import io.loomwheel.bench.questions.Topic;
import io.loomwheel.bench.report.Account;
import io.loomwheel.bench.report.LatenessFigure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line: plays the contests of the chosen questions and prints their tables. Used by one
 * thread.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = {
      "Compares Loomwheel with its peers, all in one JVM, in interleaved rounds.",
      "CPU is that of the whole process; median of the rounds, the first two dropped."
    })
public final class Main implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(
      names = "--question",
      paramLabel = "NAME",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "One of ${COMPLETION-CANDIDATES}; may be repeated. All by default.")
  private List<Topic> questions = List.of(Topic.values());

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Only contestants with this in their name, and the floor; may be repeated.")
  private List<String> only = List.of();

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds for each contestant.")
  private int rounds = 11;

  @Option(names = "--round-millis", paramLabel = "N", description = "Length of a round.")
  private int roundMillis = 1500;

  @Option(names = "--pause-millis", paramLabel = "N", description = "Pause before each round.")
  private int pauseMillis = 100;

  @Option(names = "--held", paramLabel = "N", description = "Timeouts that each thread holds.")
  private int held = 10_000;

  @Option(
      names = "--pending",
      paramLabel = "N",
      split = ",",
      description = {
        "growth, memory: timeouts in the background.",
        "longest: the last number is how many are held."
      })
  private List<Integer> pending = List.of(1_000, 1_000_000, 10_000_000);

  @Option(names = "--timers", paramLabel = "N", description = "fire, burst: timeouts in a round.")
  private int timers = 300_000;

  @Option(
      names = "--quick",
      description = {
        "A few contests of the chosen questions, in rounds of a second: under 3 minutes in all.",
        "Rounds asked for are kept to."
      })
  private boolean quick;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = {
        "Measures nothing: shows the results that --json has written; may be repeated.",
        "Of a contest that is in several files the last counts."
      })
  private List<Path> from = List.of();

  @Option(names = "--promises", description = "Says of each promise whether it was met.")
  private boolean promises;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--svg",
      paramLabel = "DIR",
      description = "Draws there how late timeouts were, an SVG for each contest.")
  private @Nullable Path svg;

  /** Runs the command and exits with its code: 0, 2 for a bad argument, 1 if it failed. */
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
    Sizes sizes;
    List<Run> saved;
    try {
      sizes = new Sizes(held, pending, timers);
      rounds();
      if (json != null && !Files.isDirectory(json.toAbsolutePath().resolveSibling(""))) {
        throw new IllegalArgumentException("the folder of " + json + " must exist");
      }
      saved = saved();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new ParameterException(spec.commandLine(), "no such file: " + e.getFile(), e);
    }
    saved.forEach(this::show);
    List<Run> runs = from.isEmpty() ? List.of(play(contests(sizes))) : saved;
    if (json != null) {
      Run.write(runs, json);
    }
    if (svg != null) {
      LatenessFigure.svg(runs, svg);
    }
    if (promises) {
      show(Account.table(runs));
    }
    return CommandLine.ExitCode.OK;
  }

  private List<Run> saved() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Path file : from) {
      runs.addAll(Run.read(file));
    }
    return Run.merged(runs);
  }

  private void show(Run run) {
    spec.commandLine().getOut().println(run.about().line());
    run.results().forEach(result -> show(result.table()));
  }

  private void show(String table) {
    PrintWriter out = spec.commandLine().getOut();
    out.println();
    out.println(table);
    out.flush();
  }

  private List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (Topic question : questions) {
      contests.addAll(quick ? Quick.contests(question, sizes) : question.contests(sizes));
    }
    return contests.stream().map(contest -> contest.among(this::isIn)).toList();
  }

  private boolean isIn(String contestant) {
    String name = contestant.toLowerCase(Locale.ROOT);
    return only.isEmpty()
        || only.stream().anyMatch(text -> name.contains(text.toLowerCase(Locale.ROOT)));
  }

  private Run play(List<Contest> contests) throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    String command = String.join(" ", spec.commandLine().getParseResult().originalArgs());
    About about = About.now(command);
    out.println(about.line());
    List<Result> results = new ArrayList<>();
    for (Contest contest : contests) {
      Result result = rounds().play(contest);
      results.add(result);
      show(result.table());
    }
    return new Run(about, results);
  }

  private Rounds rounds() {
    return new Rounds(
        quick && !isGiven("--rounds") ? Quick.ROUNDS : rounds,
        TimeUnit.MILLISECONDS.toNanos(
            quick && !isGiven("--round-millis") ? Quick.ROUND_MILLIS : roundMillis),
        TimeUnit.MILLISECONDS.toNanos(pauseMillis));
  }

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }
}
