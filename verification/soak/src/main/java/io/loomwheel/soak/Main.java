package io.loomwheel.soak;

import io.loomwheel.soak.fault.Kind;
import io.loomwheel.soak.load.Load;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.Played;
import io.loomwheel.soak.load.Round;
import io.loomwheel.soak.submitter.SubmitterKind;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
  private static final int MILLIS = 150;
  private static final int QUOTA = 6_000;
  private static final int DENSE_MILLIS = 5_000;
  private static final int DENSE_QUOTA = 500_000;
  private static final long WARM_UP_NANOS = 500_000_000;

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

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "How long all faults are played, again and again; once at least.")
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
      names = "--quota",
      paramLabel = "N",
      description = {
        "How many timeouts a wave of " + MILLIS + " ms asks for, besides what faults ask for.",
        QUOTA + " by default."
      })
  private @Nullable Integer quota;

  @Option(names = "--seed", paramLabel = "N", description = "Of delays and cancellations.")
  private long seed = 1;

  /** Runs the command and exits with its code: 0, 2 for a bad argument, 1 if anything is off. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws Exception {
    Report report = play();
    say(report.page());
    return report.wrong().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void say(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }

  /**
   * Plays what the command line asks for; handlers of uncaught exceptions are its own meanwhile.
   */
  Report play() throws IOException, InterruptedException {
    Load load = load();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> Planned.check(cause));
    RxJavaPlugins.setErrorHandler(Planned::check);
    try {
      return play(load);
    } finally {
      RxJavaPlugins.setErrorHandler(null);
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private Load load() {
    int timeouts = quota != null ? quota : dense ? DENSE_QUOTA : QUOTA;
    if (seconds <= 0 || minutes < 0 || timeouts < 100) {
      throw new ParameterException(
          spec.commandLine(),
          "seconds must be positive, minutes not negative, and the quota at least 100: were "
              + String.join(", ", seconds + "", minutes + "", timeouts + ""));
    }
    long nanos = TimeUnit.MILLISECONDS.toNanos(dense ? DENSE_MILLIS : MILLIS);
    return new Load(nanos, timeouts, submitters, dense);
  }

  private Report play(Load load) throws IOException, InterruptedException {
    long nanos = (long) (seconds * 1e9);
    Round.play(List.of(Kind.CALM.make()), load, Math.min(WARM_UP_NANOS, nanos), seed);
    Map<String, Integer> threads = Threads.count();
    Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    long begin = System.nanoTime();
    List<List<Kind>> rounds = together ? List.of(faults) : faults.stream().map(List::of).toList();
    Map<String, Played> played = new LinkedHashMap<>(); // added up, however long it takes
    Heap heap = new Heap();
    int count = 0;
    do {
      if (count == rounds.size()) {
        heap = new Heap(); // the first pass of several is the one that loads and compiles
      }
      for (List<Kind> kinds : rounds) {
        String name = kinds.stream().map(Kind::toString).collect(Collectors.joining("+"));
        say("playing " + name);
        Played round =
            Round.play(kinds.stream().map(Kind::make).toList(), load, nanos, seed + count++);
        round.wrong().forEach(text -> say("  off: " + text));
        played.merge(name, round, Played::plus);
        heap.sample();
      }
    } while (System.nanoTime() - begin < TimeUnit.MINUTES.toNanos(minutes));
    return new Report(
        begun,
        (System.nanoTime() - begin) / 1e9,
        String.join(" ", spec.commandLine().getParseResult().originalArgs()),
        machine(),
        played,
        heap,
        Threads.beyond(threads));
  }

  private static String machine() {
    return String.format(
        "%s %s, %d processors, %s",
        System.getProperty("java.vm.name"),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
  }
}
