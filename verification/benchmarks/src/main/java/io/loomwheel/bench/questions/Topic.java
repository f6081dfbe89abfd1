package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The questions, by name. */
public enum Topic {
  /** What arming and cancelling costs. */
  PAIR(ChurnQuestions::pair),
  /** What it costs while many timeouts are pending. */
  GROWTH(ChurnQuestions::growth),
  /** How long the longest call takes while many timeouts are pending. */
  LONGEST(LongestCalls::contests),
  /** What putting a timeout off costs. */
  RESCHEDULE(ChurnQuestions::reschedule),
  /** What a fired timeout costs, and how late it is. */
  FIRE(Firing::spread),
  /** How long it takes when all are due at once. */
  BURST(Firing::burst),
  /** What it costs to fire a few a second. */
  TRICKLE(Firing::trickle),
  /** What executor services do under load. */
  EXECUTOR(sizes -> ExecutorQuestion.contests()),
  /** What it costs when virtual threads sleep. */
  SLEEPERS(sizes -> SleepersQuestion.contests()),
  /** What timeouts and delays cost in Reactor. */
  REACTOR(ReactorQuestion::contests),
  /** What timeouts and delays cost in RxJava. */
  RXJAVA(sizes -> RxJavaQuestion.contests()),
  /** What the idle timeouts of many streams cost, in RxJava and Reactor. */
  STREAMS(sizes -> StreamsQuestion.contests()),
  /** What whole applications take in which timers fire all the time. */
  APPLICATIONS(sizes -> ApplicationsQuestion.contests()),
  /** What an operation in a purgatory costs, Kafka's and ours. */
  PURGATORY(PurgatoryQuestion::contests),
  /** What connections at rest cost that are kept alive by heartbeats. */
  HEARTBEAT(sizes -> List.of(HeartbeatQuestion.contest())),
  /** What it costs when nothing happens. */
  IDLE(sizes -> List.of(IdleQuestion.contest())),
  /** What timeouts and timers take on the heap. */
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
