package io.loomwheel.examples.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The demo's options, filled by picocli. What is out of range is refused when it is asked for. */
final class Options {
  private static final int MOST_STREAMS = 1_000_000;
  private static final int MOST_ELEMENTS = 10_000_000;
  private static final int MOST_ROUNDS = 1_000;
  private static final double LEAST_SECONDS = 0.1;
  private static final int MOST_SECONDS = 3_600;
  private static final int MILLIS_PER_SECOND = 1_000;

  /** So that a machine that stops for a moment makes no element late. */
  private static final int LEAST_ELEMENTS_IN_IDLE = 2;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // by picocli, before anything here is called
  private CommandSpec spec;

  @Option(names = "--streams", paramLabel = "<n>", description = "Streams open at once.")
  private int streams = 50_000;

  @Option(
      names = "--connections",
      paramLabel = "<n>",
      description = "Connections that carry them. Each takes two sockets.")
  private int connections = 500;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      description = "Elements a second, over all streams.")
  private int rate = 200_000;

  @Option(
      names = "--idle",
      paramLabel = "<time>",
      converter = IdleSpan.class,
      description = "The idle timeout, such as 800ms, 1s or PT1S.")
  private Duration idle = Duration.ofSeconds(1);

  @Option(
      names = "--silent",
      paramLabel = "<n>",
      description = "Streams that fall silent in each turn, and so time out.")
  private int silent = 50;

  @Option(names = "--rounds", paramLabel = "<n>", description = "Rounds that count.")
  private int rounds = 3;

  @Option(
      names = "--seconds",
      paramLabel = "<n>",
      description = "How long each contestant is measured in a round.")
  private double seconds = 1;

  @Option(
      names = "--contestants",
      paramLabel = "<id>",
      split = ",",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Those that take part, such as reactor-parallel,reactor-operators. Else all.")
  private List<String> contestants = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "<n>", description = "Decides which streams fall silent.")
  private long seed = 42;

  @Option(names = "--report", paramLabel = "<file>", description = "Where it is drawn, as HTML.")
  private Path report = Path.of("report.html");

  @Option(
      names = "--chart",
      paramLabel = "<file>",
      description = "Where its first picture is drawn too, as SVG. Else nowhere.")
  private @Nullable Path chart;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this and does nothing.")
  @SuppressWarnings("UnusedVariable") // picocli looks at the option itself
  private boolean help;

  Load load(int room) {
    requireFrom1To(MOST_STREAMS, "--streams", streams);
    requireFrom1To(streams, "--connections", connections);
    requireFrom1To(MOST_ELEMENTS, "--rate", rate);
    requireFrom1To(streams, "--silent", silent);
    Load load = new Load(streams, Math.clamp(room, 1, connections), rate, idle, silent);
    Duration least = load.betweenElements().multipliedBy(LEAST_ELEMENTS_IN_IDLE);
    if (idle.compareTo(least) < 0) {
      throw wrong(
          "--idle must be at least "
              + least.toMillis()
              + "ms, twice the time between two elements"
              + " of a stream, was "
              + idle.toMillis()
              + "ms");
    }
    return load;
  }

  List<Contestant> lineup(List<Contestant> all) {
    try {
      return Lineup.choose(all, contestants);
    } catch (IllegalArgumentException unknown) {
      throw wrong("--contestants " + unknown.getMessage());
    }
  }

  Match match(List<Contestant> lineup) {
    requireFrom1To(MOST_ROUNDS, "--rounds", rounds);
    if (!(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) {
      throw wrong(
          "--seconds must be from " + LEAST_SECONDS + " to " + MOST_SECONDS + ", was " + seconds);
    }
    Duration measured = Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
    return new Match(lineup, rounds, measured, seed);
  }

  /** {@return how many connections were asked for} */
  int connections() {
    return connections;
  }

  /** {@return where the report goes: a file that can be written} */
  Path report() {
    return writable("--report", report);
  }

  /** {@return where the first picture goes, if anywhere: a file that can be written} */
  Optional<Path> chart() {
    return Optional.ofNullable(chart).map(file -> writable("--chart", file));
  }

  private Path writable(String option, Path named) {
    Path file = named.toAbsolutePath();
    Path directory = file.getParent();
    if (directory == null
        || !Files.isWritable(Files.exists(file) ? file : directory)
        || Files.isDirectory(file)) {
      throw wrong(option + " must be a file that can be written, was '" + named + "'");
    }
    return file;
  }

  private void requireFrom1To(int most, String option, int value) {
    if (value < 1 || value > most) {
      throw wrong(option + " must be from 1 to " + most + ", was " + value);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Reads a time from the command line: 800ms, 1s, or a duration as ISO 8601 writes it. */
  static final class IdleSpan implements ITypeConverter<Duration> {
    private static final Pattern PLAIN = Pattern.compile("(\\d{1,9})(ms|s)");
    private static final Duration LONGEST = Duration.ofHours(1);

    @Override
    public Duration convert(String value) {
      try {
        Duration time = parse(value);
        if (time.isPositive() && time.compareTo(LONGEST) <= 0) {
          return time;
        }
      } catch (DateTimeParseException notADuration) {
        // Refused below, like a duration that is out of range.
      }
      throw new TypeConversionException(
          "must be like 800ms, 1s or PT1S, above zero and at most "
              + LONGEST
              + ", was '"
              + value
              + "'");
    }

    private static Duration parse(String value) {
      Matcher plain = PLAIN.matcher(value);
      if (!plain.matches()) {
        return Duration.parse(value);
      }
      long amount = Long.parseLong(plain.group(1));
      return plain.group(2).equals("s") ? Duration.ofSeconds(amount) : Duration.ofMillis(amount);
    }
  }
}
