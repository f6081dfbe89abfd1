package io.loomwheel.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a result says, in sentences, also where the wheel doesn't win. Stateless. */
final class Verdict {
  /** How far a round may be from the rate that was asked for without a word about it. */
  private static final double SLACK = 0.05;

  private Verdict() {}

  /** {@return a sentence for each contestant on the wheel, beside the stock one of its library} */
  static List<String> sentences(Result result) {
    List<String> sentences = new ArrayList<>();
    for (Contestant.Library library : result.libraries()) {
      List<Score> scores = result.of(library);
      for (Score stock : scores) {
        if (stock.contestant().clockwork() == Contestant.Clockwork.STOCK) {
          scores.stream()
              .filter(it -> it.contestant().clockwork() == Contestant.Clockwork.WHEEL)
              .forEach(wheel -> sentences.add(compare(library, stock, wheel)));
        }
      }
    }
    return sentences;
  }

  private static String compare(Contestant.Library library, Score stock, Score wheel) {
    String names = library.title() + ", " + wheel.contestant().title();
    String other = stock.contestant().title();
    if (stock.costNanos().median() <= 0) {
      return names + ": the cost of " + other + " is lost in the noise of this run.";
    }
    if (wheel.costNanos().median() <= 0) {
      return names + ": too little to be measured in this run.";
    }
    double ratio = wheel.costNanos().median() / stock.costNanos().median();
    String times = String.format(Locale.ROOT, "%.2f times the CPU of %s", ratio, other);
    if (wheel.costNanos().isBelow(stock.costNanos())) {
      return names + ": " + times + ".";
    }
    if (stock.costNanos().isBelow(wheel.costNanos())) {
      return names + ": " + times + ". Here the wheel costs more.";
    }
    return names + ": " + times + ", but their rounds overlap, so this run doesn't tell.";
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
      String name = score.contestant().library().title() + ", " + score.contestant().title();
      none(complaints, name, "early", tally.early());
      none(complaints, name, "lost", tally.lost());
      none(complaints, name, "signalled twice", tally.repeated());
      none(complaints, name, "ended otherwise", tally.broken());
    }
    return complaints;
  }

  private static void none(List<String> complaints, String name, String what, int count) {
    if (count != 0) {
      complaints.add(name + ": " + what + " must be 0, was " + count);
    }
  }
}
