package io.loomwheel.soak.submitter;

import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/** All public ways to hand in a task; a test holds them against the public methods. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum SubmitterKind {
  NEW_TIMEOUT(TimerSubmitters::newTimeout),
  SCHEDULE(TimerSubmitters::schedule),
  NETTY(TimerSubmitters.NettySubmitter::new),
  EXECUTOR_EXECUTE(ExecutorSubmitter::execute),
  EXECUTOR_SUBMIT(ExecutorSubmitter::submit),
  EXECUTOR_SUBMIT_TIMED(ExecutorSubmitter::submitTimed),
  EXECUTOR_SCHEDULE(ExecutorSubmitter::schedule),
  EXECUTOR_FIXED_RATE(ExecutorSubmitter::fixedRate),
  EXECUTOR_FIXED_DELAY(ExecutorSubmitter::fixedDelay),
  EXECUTOR_INVOKE_ALL(ExecutorSubmitter::invokeAll),
  EXECUTOR_INVOKE_ANY(ExecutorSubmitter::invokeAny),
  EXECUTOR_OWN_TIMER(ExecutorSubmitter::ownTimer),
  VIRTUAL_THREADS(ExecutorSubmitter::virtualThreads),
  VIRTUAL_THREADS_QUEUED(ExecutorSubmitter::virtualThreadsQueued),
  VIRTUAL_THREADS_LIMITED(ExecutorSubmitter::virtualThreadsLimited),
  FUTURE_TIMEOUT(TimerSubmitters::futureTimeout),
  SLEEP(WaitingSubmitters::sleep),
  PARK(WaitingSubmitters::park),
  DEADLINE(WaitingSubmitters::deadline),
  SERIAL(TimerSubmitters::serial),
  RELAY(TimerSubmitters::relay),
  PURGATORY(PurgatorySubmitter::new),
  IDLE_TIMEOUT(RecipeSubmitters::idleTimeout),
  HEARTBEAT(RecipeSubmitters::heartbeat),
  RETRY(RecipeSubmitters::retry),
  LEASE(RecipeSubmitters::lease),
  REACTOR(ground -> ReactorSubmitters.on(ground, false)),
  REACTOR_WORKER(ground -> ReactorSubmitters.on(ground, true)),
  REACTOR_EXECUTOR_WORKER(ReactorSubmitters::onExecutor),
  REACTOR_DELEGATING(ground -> ReactorSubmitters.delegating(ground, false)),
  REACTOR_DELEGATING_WORKER(ground -> ReactorSubmitters.delegating(ground, true)),
  REACTOR_FACTORY((ground, number) -> ReactorSubmitters.ofFactory(ground, number, false)),
  REACTOR_FACTORY_WORKER((ground, number) -> ReactorSubmitters.ofFactory(ground, number, true)),
  REACTOR_TIMEOUT(ReactorSubmitters::timeout),
  RX(ground -> RxSubmitters.on(ground, false)),
  RX_WORKER(ground -> RxSubmitters.on(ground, true)),
  RX_EXECUTOR_WORKER(RxSubmitters::onExecutor),
  RX_DELEGATING(ground -> RxSubmitters.delegating(ground, false)),
  RX_DELEGATING_WORKER(ground -> RxSubmitters.delegating(ground, true)),
  RX_PLUGINS((ground, number) -> RxSubmitters.ofPlugins(ground, number, false)),
  RX_PLUGINS_WORKER((ground, number) -> RxSubmitters.ofPlugins(ground, number + 1, true)),
  RX_TIMEOUT(RxSubmitters::timeout);

  private final BiFunction<Ground, Integer, Submitter> maker;

  SubmitterKind(Function<Ground, Submitter> maker) {
    this((ground, number) -> maker.apply(ground));
  }

  SubmitterKind(BiFunction<Ground, Integer, Submitter> maker) {
    this.maker = maker;
  }

  public Submitter make(Ground ground, int number) {
    return maker.apply(ground, number);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return whether it refuses tasks beyond a limit} */
  public boolean refuses() {
    return this == VIRTUAL_THREADS_QUEUED || this == VIRTUAL_THREADS_LIMITED;
  }

  /** {@return how much later a task must begin that was handed in with such a delay} */
  public long dueIn(long delayNanos) {
    return switch (this) {
      case EXECUTOR_EXECUTE, EXECUTOR_SUBMIT, EXECUTOR_SUBMIT_TIMED, EXECUTOR_OWN_TIMER -> 0;
      case EXECUTOR_INVOKE_ALL, EXECUTOR_INVOKE_ANY, SERIAL, RELAY -> 0;
      case VIRTUAL_THREADS, VIRTUAL_THREADS_QUEUED, VIRTUAL_THREADS_LIMITED -> 0;
      case LEASE -> Math.min(delayNanos, Long.MAX_VALUE / RecipeSubmitters.RENEWALS);
      default -> delayNanos;
    };
  }

  /** {@return whether the delay of the task is armed, or armed again, after it was handed in} */
  public boolean armsLater() {
    return switch (this) {
      case RETRY, IDLE_TIMEOUT, HEARTBEAT, LEASE, SLEEP, PARK, DEADLINE -> true;
      default -> false;
    };
  }

  /** {@return how many turns of some 1,000 it has in a dense load: few if it costs much} */
  public int share() {
    return switch (this) {
      case NEW_TIMEOUT -> 350;
      case SCHEDULE -> 250;
      case EXECUTOR_INVOKE_ALL, EXECUTOR_INVOKE_ANY -> 1; // the caller waits
      default -> 10;
    };
  }
}
