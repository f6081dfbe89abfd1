package io.loomwheel.reactor;

import io.loomwheel.schedulers.internal.SchedulerTaskOwner;
import io.loomwheel.schedulers.internal.TaskOwner.Library;
import java.util.Objects;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Handles the failures of one scheduler's tasks, and its end, as Reactor does. */
final class ReactorLibrary implements Library {
  /** Says that any number of tasks may wait for a target. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  /** {@link #UNBOUNDED} spares each submission the count. */
  private final long mostWaiting;

  private final Sinks.Empty<Void> termination = Sinks.empty();

  ReactorLibrary(long mostWaiting) {
    this.mostWaiting = mostWaiting;
  }

  /** {@return what the hooks of {@code onSchedule} make of a task} Refuses null, of either. */
  static Runnable hooked(Runnable task) {
    return Objects.requireNonNull(
        Schedulers.onSchedule(Objects.requireNonNull(task, "task")),
        "a hook of onSchedule returned null");
  }

  @Override
  public void admit(SchedulerTaskOwner owner) {
    if (mostWaiting == UNBOUNDED) {
      owner.countAdmitted();
    } else {
      admitBelowLimit(owner);
    }
  }

  /** Counts none that it refuses, not even for a moment, or others would be refused with it. */
  private synchronized void admitBelowLimit(SchedulerTaskOwner owner) {
    if (owner.size() >= mostWaiting && owner.waiting() >= mostWaiting) {
      throw Exceptions.failWithRejected(
          "Task capacity of " + mostWaiting + " reached: so many wait for their time or a thread");
    }
    owner.countAdmitted();
  }

  /** Completes when the last task has ended. */
  Mono<Void> termination() {
    return termination.asMono();
  }

  @Override
  public void terminated() {
    termination.tryEmitEmpty();
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
