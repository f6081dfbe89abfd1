package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import java.util.List;
import java.util.Locale;

/** The questions, by name. */
public enum Topic {
  /** What arming and cancelling costs. */
  PAIR,
  /** What it costs while many timeouts are pending. */
  GROWTH,
  /** How long the longest call takes while many timeouts are pending. */
  LONGEST,
  /** What putting a timeout off costs. */
  RESCHEDULE,
  /** What a fired timeout costs, and how late it is. */
  FIRE,
  /** How long it takes when all are due at once. */
  BURST,
  /** What it costs to fire a few a second. */
  TRICKLE,
  /** What executor services do under load. */
  EXECUTOR,
  /** What it costs when virtual threads sleep. */
  SLEEPERS,
  /** What timeouts and delays cost in Reactor. */
  REACTOR,
  /** What timeouts and delays cost in RxJava. */
  RXJAVA,
  /** What the idle timeouts of many streams cost, in RxJava and Reactor. */
  STREAMS,
  /** What whole applications take in which timers fire all the time. */
  APPLICATIONS,
  /** What an operation in a purgatory costs, Kafka's and ours. */
  PURGATORY,
  /** What connections at rest cost that are kept alive by heartbeats. */
  HEARTBEAT,
  /** What it costs when nothing happens. */
  IDLE,
  /** What timeouts and timers take on the heap. */
  MEMORY;

  public List<Contest> contests(Sizes sizes) {
    return question().contests(sizes);
  }

  private Question question() {
    return switch (this) {
      case PAIR -> new PairQuestion();
      case GROWTH -> new GrowthQuestion();
      case LONGEST -> new LongestQuestion();
      case RESCHEDULE -> new RescheduleQuestion();
      case FIRE -> new FireQuestion();
      case BURST -> new BurstQuestion();
      case TRICKLE -> new TrickleQuestion();
      case EXECUTOR -> new ExecutorQuestion();
      case SLEEPERS -> new SleepersQuestion();
      case REACTOR -> new ReactorQuestion();
      case RXJAVA -> new RxJavaQuestion();
      case STREAMS -> new StreamsQuestion();
      case APPLICATIONS -> new ApplicationsQuestion();
      case PURGATORY -> new PurgatoryQuestion();
      case HEARTBEAT -> new HeartbeatQuestion();
      case IDLE -> new IdleQuestion();
      case MEMORY -> new MemoryQuestion();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
