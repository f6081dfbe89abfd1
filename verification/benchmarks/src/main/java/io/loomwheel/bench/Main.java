package io.loomwheel.bench;

import com.sun.management.OperatingSystemMXBean;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.LatenessFigure;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Rounds;
import io.loomwheel.bench.questions.Sizes;
import io.loomwheel.bench.questions.Topic;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
  private static final double GIB = 1L << 30;

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
      names = "--svg",
      paramLabel = "DIR",
      description = "Draws there how late timeouts were, an SVG for each contest.")
  private @Nullable Path svg;

  /** Runs the command and exits with its code: 0, 2 for a bad argument, 1 if it failed. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws Exception {
    List<Contest> contests;
    Rounds played;
    try {
      contests = contests(new Sizes(held, pending, timers));
      played =
          new Rounds(
              rounds,
              TimeUnit.MILLISECONDS.toNanos(roundMillis),
              TimeUnit.MILLISECONDS.toNanos(pauseMillis));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    String about = about();
    out.println(about);
    for (Contest contest : contests) {
      Result result = played.play(contest);
      out.println();
      out.println(result.table());
      out.flush();
      if (svg != null) {
        LatenessFigure.svg(result, about, svg);
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private List<Contest> contests(Sizes sizes) {
    return questions.stream()
        .flatMap(question -> question.contests(sizes).stream())
        .map(contest -> contest.among(this::isIn))
        .toList();
  }

  private boolean isIn(String contestant) {
    String name = contestant.toLowerCase(Locale.ROOT);
    return only.isEmpty()
        || only.stream().anyMatch(text -> name.contains(text.toLowerCase(Locale.ROOT)));
  }

  /** {@return where, when and how is measured, in a line} */
  private String about() {
    return String.format(
        Locale.ROOT,
        "%d cores, %.1f GiB, %s %s · %s %s · %s · bench %s · %s",
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() / GIB,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.name"),
        Runtime.version(),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        String.join(" ", spec.commandLine().getParseResult().originalArgs()),
        Instant.now().truncatedTo(ChronoUnit.MINUTES));
  }
}
