package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import java.util.List;
import java.util.Locale;

/** The questions, by name. */
public enum Topic {
  /** What arming and cancelling costs. */
  PAIR,
  /** What it costs when one thread arms and another cancels. */
  HANDOVER,
  /** What it costs while many timeouts are pending. */
  GROWTH,
  /** What it costs when no timeout is in the cache. */
  COLD,
  /** How long the longest call takes while many timeouts are pending. */
  LONGEST,
  /** What putting a timeout off costs. */
  RESCHEDULE,
  /** What a touch of an idle timeout costs, a read or a write on a connection with heartbeats. */
  TOUCH,
  /** What the timeout of a client's command costs by Netty's interface. */
  NETTY,
  /** What a fired timeout costs, and how late it is. */
  FIRE,
  /** How long it takes when all are due at once. */
  BURST,
  /** What it costs to fire a few a second. */
  TRICKLE,
  /** How the hashed wheel compares with the hierarchical one. */
  WHEELS,
  /** What it costs to submit a task with a timeout. */
  SUBMIT,
  /** What executor services do under load. */
  EXECUTOR,
  /** What the timeout of a future costs, and a deadline for a block of code. */
  FUTURES,
  /** What it costs when virtual threads sleep. */
  SLEEPERS,
  /** What timeouts and delays cost in Reactor. */
  REACTOR,
  /** What timeouts and delays cost in RxJava. */
  RXJAVA,
  /** What the idle timeouts of many streams cost, in RxJava and Reactor. */
  STREAMS,
  /** What an operation in a purgatory costs, Kafka's and ours. */
  PURGATORY,
  /** What connections at rest cost that are kept alive by heartbeats. */
  HEARTBEAT,
  /** What a steady load takes, and how many timeouts a driver can hand over. */
  CAPACITY,
  /** What it costs when nothing happens. */
  IDLE,
  /** What timeouts and timers take on the heap. */
  MEMORY,
  /** What one thread's operations cost and allocate, each contestant in a JVM of its own. */
  JMH;

  /** {@return the contests of this question} */
  public List<Contest> contests(Sizes sizes) {
    return question().contests(sizes);
  }

  private Question question() {
    return switch (this) {
      case PAIR -> new PairQuestion();
      case HANDOVER -> new HandoverQuestion();
      case GROWTH -> new GrowthQuestion();
      case COLD -> new ColdQuestion();
      case LONGEST -> new LongestQuestion();
      case RESCHEDULE -> new RescheduleQuestion();
      case TOUCH -> new TouchQuestion();
      case NETTY -> new NettyQuestion();
      case FIRE -> new FireQuestion();
      case BURST -> new BurstQuestion();
      case TRICKLE -> new TrickleQuestion();
      case WHEELS -> new WheelsQuestion();
      case SUBMIT -> new SubmitQuestion();
      case EXECUTOR -> new ExecutorQuestion();
      case FUTURES -> new FuturesQuestion();
      case SLEEPERS -> new SleepersQuestion();
      case REACTOR -> new ReactorQuestion();
      case RXJAVA -> new RxJavaQuestion();
      case STREAMS -> new StreamsQuestion();
      case PURGATORY -> new PurgatoryQuestion();
      case HEARTBEAT -> new HeartbeatQuestion();
      case CAPACITY -> new CapacityQuestion();
      case IDLE -> new IdleQuestion();
      case MEMORY -> new MemoryQuestion();
      case JMH -> new JmhQuestion();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
