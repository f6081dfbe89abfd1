package io.loomwheel.soak.submitter;

import io.loomwheel.loom.WheelExecutorService;
import java.util.Locale;

/** All public ways to hand in a task; a test holds them against the public methods. */
public enum SubmitterKind {
  NEW_TIMEOUT,
  SCHEDULE,
  NETTY,
  EXECUTOR_EXECUTE,
  EXECUTOR_SUBMIT,
  EXECUTOR_SUBMIT_TIMED,
  EXECUTOR_SCHEDULE,
  EXECUTOR_FIXED_RATE,
  EXECUTOR_FIXED_DELAY,
  EXECUTOR_INVOKE_ALL,
  EXECUTOR_INVOKE_ANY,
  EXECUTOR_OWN_TIMER,
  VIRTUAL_THREADS,
  VIRTUAL_THREADS_QUEUED,
  VIRTUAL_THREADS_LIMITED,
  FUTURE_TIMEOUT,
  SLEEP,
  PARK,
  DEADLINE,
  SERIAL,
  RELAY,
  PURGATORY,
  IDLE_TIMEOUT,
  HEARTBEAT,
  RETRY,
  LEASE,
  REACTOR,
  REACTOR_WORKER,
  REACTOR_EXECUTOR_WORKER,
  REACTOR_DELEGATING,
  REACTOR_DELEGATING_WORKER,
  REACTOR_FACTORY,
  REACTOR_FACTORY_WORKER,
  REACTOR_TIMEOUT,
  RX,
  RX_WORKER,
  RX_EXECUTOR_WORKER,
  RX_DELEGATING,
  RX_DELEGATING_WORKER,
  RX_PLUGINS,
  RX_PLUGINS_WORKER,
  RX_TIMEOUT;

  public Submitter make(Ground ground, int number) {
    return switch (this) {
      case NEW_TIMEOUT -> new TimerSubmitters.TimeoutSubmitter(ground);
      case NETTY -> new NettySubmitter(ground);
      case SCHEDULE -> new TimerSubmitters.RunnableSubmitter(ground);
      case EXECUTOR_EXECUTE -> executor(ground, ExecutorSubmitter.ExecutorCall.EXECUTE);
      case EXECUTOR_SUBMIT -> executor(ground, ExecutorSubmitter.ExecutorCall.SUBMIT);
      case EXECUTOR_SUBMIT_TIMED -> executor(ground, ExecutorSubmitter.ExecutorCall.SUBMIT_TIMED);
      case EXECUTOR_SCHEDULE -> executor(ground, ExecutorSubmitter.ExecutorCall.SCHEDULE);
      case EXECUTOR_FIXED_RATE -> executor(ground, ExecutorSubmitter.ExecutorCall.FIXED_RATE);
      case EXECUTOR_FIXED_DELAY -> executor(ground, ExecutorSubmitter.ExecutorCall.FIXED_DELAY);
      case EXECUTOR_INVOKE_ALL -> executor(ground, ExecutorSubmitter.ExecutorCall.INVOKE_ALL);
      case EXECUTOR_INVOKE_ANY -> executor(ground, ExecutorSubmitter.ExecutorCall.INVOKE_ANY);
      case EXECUTOR_OWN_TIMER -> new TaskSubmitters.OwnTimerSubmitter();
      case VIRTUAL_THREADS -> VirtualThreadSubmitter.unlimited(ground);
      case VIRTUAL_THREADS_QUEUED -> VirtualThreadSubmitter.limited(ground);
      case VIRTUAL_THREADS_LIMITED -> VirtualThreadSubmitter.full(ground);
      case FUTURE_TIMEOUT -> new FutureSubmitter(ground);
      case SLEEP -> WaitingSubmitter.asleep(ground);
      case PARK -> WaitingSubmitter.parked(ground);
      case DEADLINE -> WaitingSubmitter.untilADeadline(ground);
      case SERIAL -> new TaskSubmitters.SerialSubmitter(ground);
      case RELAY -> new TaskSubmitters.RelaySubmitter(ground);
      case PURGATORY -> new PurgatorySubmitter(ground);
      case IDLE_TIMEOUT -> new IdleTimeoutSubmitter(ground);
      case HEARTBEAT -> new RecipeSubmitters.HeartbeatSubmitter(ground);
      case RETRY -> new RecipeSubmitters.RetrySubmitter(ground);
      case LEASE -> new RecipeSubmitters.LeaseSubmitter(ground);
      case REACTOR -> ReactorKinds.on(ground, false);
      case REACTOR_WORKER -> ReactorKinds.on(ground, true);
      case REACTOR_EXECUTOR_WORKER -> ReactorKinds.onExecutor(ground);
      case REACTOR_DELEGATING -> ReactorKinds.delegating(ground, false);
      case REACTOR_DELEGATING_WORKER -> ReactorKinds.delegating(ground, true);
      case REACTOR_FACTORY -> ReactorKinds.ofFactory(ground, number, false);
      case REACTOR_FACTORY_WORKER -> ReactorKinds.ofFactory(ground, number, true);
      case REACTOR_TIMEOUT -> new ReactorTimeoutSubmitter(ground);
      case RX -> RxKinds.on(ground, false);
      case RX_WORKER -> RxKinds.on(ground, true);
      case RX_EXECUTOR_WORKER -> RxKinds.onExecutor(ground);
      case RX_DELEGATING -> RxKinds.delegating(ground, false);
      case RX_DELEGATING_WORKER -> RxKinds.delegating(ground, true);
      case RX_PLUGINS -> RxKinds.ofPlugins(ground, number, false);
      case RX_PLUGINS_WORKER -> RxKinds.ofPlugins(ground, number + 1, true);
      case RX_TIMEOUT -> new RxTimeoutSubmitter(ground);
    };
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
    return this == VIRTUAL_THREADS
        || this == VIRTUAL_THREADS_QUEUED
        || this == VIRTUAL_THREADS_LIMITED
        || this == SLEEP
        || this == PARK
        || this == DEADLINE;
  }

  private static Submitter executor(Ground ground, ExecutorSubmitter.ExecutorCall call) {
    return new ExecutorSubmitter(
        WheelExecutorService.builder().timer(ground.timer()).build(), call);
  }
}
