package io.loomwheel.soak.submitter;

import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.submitter.ExecutorSubmitter.ExecutorCall;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/** All public ways to hand in a task; a test holds them against the public methods. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum SubmitterKind {
  NEW_TIMEOUT(TimerSubmitters::newTimeout),
  SCHEDULE(TimerSubmitters::schedule),
  NETTY(NettySubmitter::new),
  EXECUTOR_EXECUTE(ExecutorCall.EXECUTE),
  EXECUTOR_SUBMIT(ExecutorCall.SUBMIT),
  EXECUTOR_SUBMIT_TIMED(ExecutorCall.SUBMIT_TIMED),
  EXECUTOR_SCHEDULE(ExecutorCall.SCHEDULE),
  EXECUTOR_FIXED_RATE(ExecutorCall.FIXED_RATE),
  EXECUTOR_FIXED_DELAY(ExecutorCall.FIXED_DELAY),
  EXECUTOR_INVOKE_ALL(ExecutorCall.INVOKE_ALL),
  EXECUTOR_INVOKE_ANY(ExecutorCall.INVOKE_ANY),
  EXECUTOR_OWN_TIMER(ground -> new TaskSubmitters.OwnTimerSubmitter()),
  VIRTUAL_THREADS(VirtualThreadSubmitter::unlimited),
  VIRTUAL_THREADS_QUEUED(VirtualThreadSubmitter::limited),
  VIRTUAL_THREADS_LIMITED(VirtualThreadSubmitter::full),
  FUTURE_TIMEOUT(FutureSubmitter::new),
  SLEEP(WaitingSubmitter::asleep),
  PARK(WaitingSubmitter::parked),
  DEADLINE(WaitingSubmitter::untilADeadline),
  SERIAL(TaskSubmitters.SerialSubmitter::new),
  RELAY(TaskSubmitters.RelaySubmitter::new),
  PURGATORY(PurgatorySubmitter::new),
  IDLE_TIMEOUT(IdleTimeoutSubmitter::new),
  HEARTBEAT(RecipeSubmitters.HeartbeatSubmitter::new),
  RETRY(RecipeSubmitters.RetrySubmitter::new),
  LEASE(RecipeSubmitters.LeaseSubmitter::new),
  REACTOR(ground -> ReactorKinds.on(ground, false)),
  REACTOR_WORKER(ground -> ReactorKinds.on(ground, true)),
  REACTOR_EXECUTOR_WORKER(ReactorKinds::onExecutor),
  REACTOR_DELEGATING(ground -> ReactorKinds.delegating(ground, false)),
  REACTOR_DELEGATING_WORKER(ground -> ReactorKinds.delegating(ground, true)),
  REACTOR_FACTORY((ground, number) -> ReactorKinds.ofFactory(ground, number, false)),
  REACTOR_FACTORY_WORKER((ground, number) -> ReactorKinds.ofFactory(ground, number, true)),
  REACTOR_TIMEOUT(ReactorTimeoutSubmitter::new),
  RX(ground -> RxKinds.on(ground, false)),
  RX_WORKER(ground -> RxKinds.on(ground, true)),
  RX_EXECUTOR_WORKER(RxKinds::onExecutor),
  RX_DELEGATING(ground -> RxKinds.delegating(ground, false)),
  RX_DELEGATING_WORKER(ground -> RxKinds.delegating(ground, true)),
  RX_PLUGINS((ground, number) -> RxKinds.ofPlugins(ground, number, false)),
  RX_PLUGINS_WORKER((ground, number) -> RxKinds.ofPlugins(ground, number + 1, true)),
  RX_TIMEOUT(RxTimeoutSubmitter::new);

  private final BiFunction<Ground, Integer, Submitter> maker;

  SubmitterKind(Function<Ground, Submitter> maker) {
    this((ground, number) -> maker.apply(ground));
  }

  SubmitterKind(BiFunction<Ground, Integer, Submitter> maker) {
    this.maker = maker;
  }

  SubmitterKind(ExecutorCall call) {
    this(
        ground ->
            new ExecutorSubmitter(
                WheelExecutorService.builder().timer(ground.timer()).build(), call));
  }

  public Submitter make(Ground ground, int number) {
    return maker.apply(ground, number);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return whether it refuses tasks beyond a limit, or those of callers who misbehave} */
  public boolean refuses() {
    return switch (this) {
      case VIRTUAL_THREADS_QUEUED, VIRTUAL_THREADS_LIMITED, REACTOR_TIMEOUT, RX_TIMEOUT -> true;
      default -> false;
    };
  }

  /** {@return whether the delay of the task is armed, or armed again, after it was handed in} */
  public boolean armsLater() {
    return switch (this) {
      case RETRY, IDLE_TIMEOUT, HEARTBEAT, LEASE, SLEEP, PARK, DEADLINE -> true;
      default -> false;
    };
  }

  /** {@return whether it is a method of the timer itself} */
  public boolean isOfTimer() {
    return this == NEW_TIMEOUT || this == SCHEDULE;
  }

  /** {@return how many turns of some 1,000 it has in a dense load: few if it costs much} */
  public int share() {
    return switch (this) {
      case NEW_TIMEOUT -> 350;
      case SCHEDULE -> 250;
      case EXECUTOR_SCHEDULE, IDLE_TIMEOUT -> 60;
      case EXECUTOR_EXECUTE, EXECUTOR_SUBMIT, EXECUTOR_OWN_TIMER, SERIAL, RELAY -> 20;
      case REACTOR, REACTOR_DELEGATING, RX, RX_DELEGATING -> 20;
      case EXECUTOR_INVOKE_ALL, EXECUTOR_INVOKE_ANY -> 1; // the caller waits
      default -> 5;
    };
  }

  /** {@return whether its tasks need a carrier that no stranger holds} */
  public boolean needsCarrier() {
    return switch (this) {
      case VIRTUAL_THREADS, VIRTUAL_THREADS_QUEUED, VIRTUAL_THREADS_LIMITED -> true;
      case SLEEP, PARK, DEADLINE -> true;
      default -> false;
    };
  }
}
