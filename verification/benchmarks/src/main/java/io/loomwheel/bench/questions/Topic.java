package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The questions, by name. */
public enum Topic {
  PAIR(ChurnQuestions::pair),
  GROWTH(ChurnQuestions::growth),
  LONGEST(LongestCalls::contests),
  RESCHEDULE(ChurnQuestions::reschedule),
  FIRE(Firing::spread),
  BURST(Firing::burst),
  TRICKLE(Firing::trickle),
  EXECUTOR(sizes -> ExecutorQuestion.contests()),
  SLEEPERS(sizes -> SleepersQuestion.contests()),
  REACTOR(ReactorQuestion::contests),
  RXJAVA(sizes -> RxJavaQuestion.contests()),
  STREAMS(sizes -> StreamsQuestion.contests()),
  APPLICATIONS(sizes -> ApplicationsQuestion.contests()),
  PURGATORY(PurgatoryQuestion::contests),
  HEARTBEAT(sizes -> List.of(HeartbeatQuestion.contest())),
  MEMORY(MemoryQuestion::contests);

  @SuppressWarnings("ImmutableEnumChecker") // all are stateless
  private final Function<Sizes, List<Contest>> question;

  Topic(Function<Sizes, List<Contest>> question) {
    this.question = question;
  }

  /** {@return the contests that answer it, in the given sizes} */
  public List<Contest> contests(Sizes sizes) {
    return question.apply(sizes);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
