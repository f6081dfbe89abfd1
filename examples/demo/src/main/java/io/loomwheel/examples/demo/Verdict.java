package io.loomwheel.examples.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a result says, in sentences, also where the wheel doesn't win. Stateless. */
final class Verdict {
  /** How far a round may be from the rate that was asked for without a word about it. */
  private static final double SLACK = 0.05;

  /** {@return a sentence for each contestant on the wheel, beside the stock one of its library} */
  static List<String> sentences(Result result) {
    List<String> sentences = new ArrayList<>();
    for (Contestant.Library library : result.libraries()) {
      List<Score> scores = result.of(library);
      for (Score stock : scores) {
        if (stock.contestant().clockwork() == Contestant.Clockwork.STOCK) {
          scores.stream()
              .filter(it -> it.contestant().clockwork() == Contestant.Clockwork.WHEEL)
              .forEach(wheel -> sentences.add(name(wheel) + ": " + compare(stock, wheel)));
        }
      }
    }
    return sentences;
  }

  /**
   * {@return the result in a line: the cheapest on the wheel beside the stock one, of the first
   * library that has both, and whether the timeouts were right}
   */
  static String headline(Result result) {
    String what =
        String.format(Locale.ROOT, "Idle timeouts on %,d streams", result.load().streams());
    for (Contestant.Library library : result.libraries()) {
      Optional<Score> stock = cheapest(result, library, Contestant.Clockwork.STOCK);
      Optional<Score> wheel = cheapest(result, library, Contestant.Clockwork.WHEEL);
      if (stock.isPresent() && wheel.isPresent()) {
        String names = what + ", by " + wheel.get().contestant().title() + ": ";
        return names + compare(stock.get(), wheel.get()) + " " + rightness(result);
      }
    }
    return what + ". " + rightness(result);
  }

  private static Optional<Score> cheapest(
      Result result, Contestant.Library library, Contestant.Clockwork clockwork) {
    return result.of(library).stream()
        .filter(it -> it.contestant().clockwork() == clockwork)
        .min(Comparator.comparingDouble(it -> it.costNanos().median()));
  }

  private static String compare(Score stock, Score wheel) {
    String other = stock.contestant().title();
    if (stock.costNanos().median() <= 0) {
      return "the cost of " + other + " is lost in the noise of this run.";
    }
    if (wheel.costNanos().median() <= 0) {
      return "too little to be measured in this run.";
    }
    double ratio = wheel.costNanos().median() / stock.costNanos().median();
    String times = String.format(Locale.ROOT, "%.2f times the CPU of %s", ratio, other);
    if (wheel.costNanos().isBelow(stock.costNanos())) {
      return times + ".";
    }
    if (stock.costNanos().isBelow(wheel.costNanos())) {
      return times + ". Here the wheel costs more.";
    }
    return times + ", but their rounds overlap, so this run doesn't tell.";
  }

  /** {@return what has to be known to read the numbers} */
  static List<String> warnings(Result result) {
    List<String> warnings = new ArrayList<>();
    Spread rate = result.elementsPerSecond();
    int asked = result.load().elementsPerSecond();
    if (rate.low() < asked * (1 - SLACK) || rate.high() > asked * (1 + SLACK)) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "The rate was uneven: from %,.0f to %,.0f elements a second"
                  + " came. Read the ratios.",
              rate.low(),
              rate.high()));
    }
    int unforeseen = result.scores().stream().mapToInt(it -> it.tally().unforeseen()).sum();
    if (unforeseen > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%,d more streams timed out: the machine was so busy that their elements were late.",
              unforeseen));
    }
    return warnings;
  }

  /** {@return what is wrong with the timeouts; empty if nothing is} */
  static List<String> complaints(Result result) {
    List<String> complaints = new ArrayList<>();
    for (Score score : result.scores()) {
      Tally tally = score.tally();
      String name = name(score);
      none(complaints, name, "early", tally.early());
      none(complaints, name, "lost", tally.lost());
      none(complaints, name, "signalled twice", tally.repeated());
      none(complaints, name, "ended otherwise", tally.broken());
    }
    return complaints;
  }

  /** {@return whether the timeouts were right, in a sentence} */
  static String rightness(Result result) {
    return complaints(result).isEmpty()
        ? "No timeout was early, lost or signalled twice."
        : "Not all timeouts were right.";
  }

  private static String name(Score score) {
    return score.contestant().library().title() + ", " + score.contestant().title();
  }

  private static void none(List<String> complaints, String name, String what, int count) {
    if (count != 0) {
      complaints.add(name + ": " + what + " must be 0, was " + count);
    }
  }
}
