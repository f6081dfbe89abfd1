package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.loom.internal.DrainingTaskOwner;
import io.loomwheel.loom.internal.Task;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.Logger;
import reactor.util.Loggers;

/** The owner of all tasks of one scheduler; handles their failures as Reactor does. */
final class ReactorSchedulerTaskOwner extends DrainingTaskOwner {
  private static final Logger LOG = Loggers.getLogger(WheelScheduler.class);

  private final @Nullable Executor executor;
  private final Sinks.Empty<Void> end = Sinks.empty();

  ReactorSchedulerTaskOwner(
      WheelTimer timer, boolean ownsTimer, boolean interrupts, @Nullable Executor executor) {
    super(timer, ownsTimer, interrupts);
    this.executor = executor;
  }

  /** {@return a {@code Mono} that completes when the last task has ended; always the same one} */
  Mono<Void> end() {
    return end.asMono();
  }

  @Override
  protected void onEnd() {
    try {
      stopTimer();
    } finally {
      end.tryEmitEmpty();
    }
  }

  /** Hands a task without delay to the target right here, so that the caller gets a refusal. */
  @Override
  protected boolean hand(Task task, long delayNanos) {
    if (delayNanos > 0 || !(executor instanceof ReactorTarget target)) {
      return super.hand(task, delayNanos);
    }
    if (TimerAccess.engineOf(timer()).isStopped()) {
      return false;
    }
    task.primeFired(TimerAccess.engineOf(timer()).now());
    target.submit(task);
    return true;
  }

  @Override
  protected @Nullable Executor executor() {
    return executor;
  }

  @Override
  protected boolean failed(Throwable cause, boolean periodic) {
    try {
      Errors.handle(cause);
    } catch (Throwable hookFailed) {
      LOG.error("The hook of onHandleError failed", hookFailed);
    }
    return periodic;
  }
}
