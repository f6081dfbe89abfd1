package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.loom.internal.DrainingTaskOwner;
import io.loomwheel.loom.internal.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The owner of all tasks of one scheduler; handles their failures as Reactor does. */
final class ReactorSchedulerTaskOwner extends DrainingTaskOwner {
  /** Says that any number of tasks may wait for a target. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  /** {@link #UNBOUNDED} spares each submission the count. */
  private final long mostWaiting;

  private final Sinks.Empty<Void> termination = Sinks.empty();

  ReactorSchedulerTaskOwner(
      WheelTimer timer,
      boolean ownsTimer,
      boolean interrupts,
      @Nullable Executor executor,
      long mostWaiting) {
    super(timer, executor, ownsTimer, interrupts);
    this.mostWaiting = mostWaiting;
  }

  @Override
  protected void checkLimit() {
    if (mostWaiting != UNBOUNDED && size() > mostWaiting && size() - running() > mostWaiting) {
      throw Exceptions.failWithRejected(
          "Task capacity of " + mostWaiting + " reached: so many wait for their time or a thread");
    }
  }

  /** {@return a {@code Mono} that completes when the last task has ended; always the same one} */
  Mono<Void> termination() {
    return termination.asMono();
  }

  @Override
  protected void terminated() {
    try {
      stopTimer();
    } finally {
      termination.tryEmitEmpty();
    }
  }

  /** Hands a task without delay to the target right here, so that the caller gets a refusal. */
  @Override
  protected boolean accept(Task task, long delayNanos) {
    if (delayNanos > 0 || !(executor instanceof ReactorTarget target)) {
      return super.accept(task, delayNanos);
    }
    if (engine().isStopped()) {
      return false;
    }
    task.primeFired(engine().now());
    target.submit((ReactorTask) task);
    return true;
  }

  @Override
  protected void ended(Task task) {
    try {
      if (executor instanceof ReactorTarget target && task instanceof ReactorTask ended) {
        target.backlog().remove(ended);
        ended.givePlaceBack();
      }
    } finally {
      super.ended(task);
    }
  }

  /** Ends all tasks, those that wait for a full target too. Idempotent; doesn't wait. */
  void dispose() {
    List<Runnable> steps = new ArrayList<>(List.of(this::close, this::stopTimer));
    if (executor instanceof ReactorTarget target) {
      steps.add(target.backlog()::close);
    }
    Callbacks.callEach(steps, Runnable::run);
  }

  @Override
  public boolean failed(Throwable cause, boolean periodic) {
    try {
      Errors.handle(cause);
    } catch (Throwable logFailed) {
      // nobody is left to notify
    }
    return periodic;
  }
}
