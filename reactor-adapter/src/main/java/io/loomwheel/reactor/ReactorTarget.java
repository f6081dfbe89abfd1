package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.internal.DueBatches;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.reactor.ReactorBacklog.DueWork;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * Another scheduler, that runs tasks after they waited on the wheel.
 *
 * <p>Thread-safe. If the target is disposed of, due tasks are dropped. If it is full, they wait in
 * the {@link ReactorBacklog}: no task is lost, and all run on the target's threads. A due task is
 * handed over by a thread of the timer's executor, because the target calls the hook of {@code
 * Schedulers.onSchedule}, which must not run on the driver.
 *
 * <p>A thread that the target starts inherits the context class loader of the thread that hands a
 * task over. That one takes the loader of whoever made this target meanwhile.
 */
final class ReactorTarget implements Executor {
  private final WheelTimer timer;
  private final Scheduler scheduler;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private final ReactorBacklog backlog;
  private final @Nullable ReactorBatches batches;

  /**
   * Makes a target.
   *
   * @param threads how many threads the scheduler has for all tasks, so that they may run in
   *     batches; 0 if it may start one for each, or takes only so many
   */
  ReactorTarget(WheelTimer timer, Scheduler scheduler, int threads) {
    this.timer = timer;
    this.scheduler = scheduler;
    this.backlog = new ReactorBacklog(this, timer);
    this.batches = threads == 0 ? null : new ReactorBatches(threads);
  }

  /** Hands over on behalf of a submitter, and throws what the target throws. */
  void submit(DueWork due) {
    due.handTo(scheduler);
  }

  /** Hands over a task of the scheduler that is due. */
  @Override
  public void execute(Runnable due) {
    if (batches == null) {
      DueBatches.offDriver(timer, () -> submitDue((DueWork) due));
    } else {
      batches.add((Task) due);
    }
  }

  /** Hands over what is due, now or when the target has room. */
  void submitDue(DueWork due) {
    if (backlog.isInUse() || !offer(due)) {
      backlog.add(due);
    }
  }

  /**
   * Offers what is due. If the target fails, that is reported, and it runs on a fresh virtual
   * thread.
   *
   * @return false if the target is full or disposed of
   */
  boolean offer(Runnable due) {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      if (due instanceof DueWork work) {
        work.handTo(scheduler);
      } else {
        scheduler.schedule(due);
      }
    } catch (RejectedExecutionException refused) {
      return false;
    } catch (Throwable failure) { // a hook's, for example
      Relay.perTask().execute(due);
      Errors.handle(failure);
    } finally {
      thread.setContextClassLoader(own);
    }
    return true;
  }

  /** {@return what waits because the target is full} */
  ReactorBacklog backlog() {
    return backlog;
  }

  boolean isDisposed() {
    return scheduler.isDisposed();
  }

  private final class ReactorBatches extends DueBatches {
    ReactorBatches(int threads) {
      super(timer, threads);
    }

    @Override
    protected boolean offer() {
      return ReactorTarget.this.offer(this);
    }

    @Override
    protected void refused(Task task) {
      submitDue((DueWork) task); // it ends, or waits
    }
  }
}
