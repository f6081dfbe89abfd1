package io.loomwheel.bench;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.questions.Sizes;
import io.loomwheel.bench.questions.Topic;
import java.util.List;
import java.util.Set;

/**
 * The questions that matter most, with the peers that matter most. Rounds of a second, because
 * shorter ones flatter whoever defers work to its timer thread. Stateless.
 */
final class Quick {
  static final int ROUNDS = 5;
  static final int ROUND_MILLIS = 1_000;

  /** More would take longer to fill than to measure. */
  private static final List<Integer> PENDING = List.of(1_000, 1_000_000);

  private static final List<Choice> CHOICES =
      List.of(
          new Choice(
              Topic.PAIR,
              "the oldest cancelled",
              Set.of("Loomwheel", "Netty 1 ms", "ScheduledThreadPool", "ForkJoinPool")),
          new Choice(Topic.GROWTH, "", Set.of("1,000 pending", "1,000,000 pending")),
          new Choice(Topic.RESCHEDULE, "in turn", Set.of("Loomwheel", "Netty 1 ms")),
          new Choice(
              Topic.FIRE, "nothing blocks", Set.of("Loomwheel", "Netty 1 ms", "ForkJoinPool")),
          new Choice(Topic.BURST, "virtual threads", Set.of("Loomwheel", "Netty 1 ms")),
          new Choice(
              Topic.REACTOR, "timeout of 30 s, 0 tasks", Set.of("WheelOperators", "parallel")));

  /** The first contest of a question whose setting has that text in it, among those. */
  private record Choice(Topic question, String setting, Set<String> contestants) {
    Contest among(List<Contest> contests) {
      return contests.stream()
          .filter(contest -> contest.setting().contains(setting))
          .findFirst()
          .orElseThrow()
          .among(contestants::contains);
    }
  }

  /** {@return what is asked of a question in a quick pass; of some nothing} */
  static List<Contest> contests(Topic question, Sizes sizes) {
    Sizes quick = new Sizes(sizes.held(), PENDING, sizes.timers());
    return CHOICES.stream()
        .filter(choice -> choice.question == question)
        .map(choice -> choice.among(question.contests(quick)))
        .toList();
  }
}
