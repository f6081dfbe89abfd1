package io.loomwheel.reactor.virtual;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.schedulers.internal.Periodic;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner;
import io.loomwheel.schedulers.internal.TaskOwner;
import io.loomwheel.schedulers.internal.TaskOwner.Endable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * The tasks that wait for one {@code VirtualTimeScheduler}. Each is in its queue, among those of
 * the stock schedulers, and leaves it when it is disposed of. Its scheduler counts it and ends it,
 * like any other. What a disposed Worker or scheduler leaves behind does nothing when it is due,
 * but stays until then, as with a stock Worker: deferred time passes only while something is there.
 */
public final class VirtualTasks {
  /** The place of a task that runs. */
  private static final Disposable RUNNING = Disposables.single();

  /** The place of a task that will not run any more. */
  private static final Disposable ENDED = Disposables.single();

  /** Those of the latest virtual time. Replaced under the class's monitor. */
  private static volatile @Nullable VirtualTasks latest;

  private final VirtualTimeScheduler virtual;
  private final Map<TaskOwner, Disposable.Composite> owners = new ConcurrentHashMap<>();

  private VirtualTasks(VirtualTimeScheduler virtual) {
    this.virtual = virtual;
  }

  static @Nullable VirtualTasks ofEnabled() {
    VirtualTasks tasks = latest;
    return isOf(tasks, enabled()) ? tasks : replace();
  }

  private static @Nullable VirtualTimeScheduler enabled() {
    try {
      return VirtualTimeScheduler.isFactoryEnabled() ? VirtualTimeScheduler.get() : null;
    } catch (IllegalStateException justEnded) {
      return null;
    }
  }

  private static boolean isOf(@Nullable VirtualTasks tasks, @Nullable VirtualTimeScheduler on) {
    return tasks == null ? on == null : tasks.virtual == on;
  }

  private static @Nullable VirtualTasks replace() {
    VirtualTasks old;
    VirtualTasks made;
    synchronized (VirtualTasks.class) {
      VirtualTimeScheduler on = enabled(); // what was read before may be old by now
      old = latest;
      if (isOf(old, on)) {
        return old;
      }
      made = on == null ? null : new VirtualTasks(on);
      latest = made;
    }
    if (old != null) {
      old.owners.keySet().forEach(old::drop);
    }
    return made;
  }

  /** {@return the scheduler that keeps the virtual time} */
  public Scheduler scheduler() {
    return virtual;
  }

  /**
   * Submits a task, after a delay or {@link VirtualTime#AHEAD}. The scheduler counts it, and ends
   * it with itself; the owner, the same or its Worker, decides whether it runs, and handles
   * failures. {@return the task, or null if the virtual time or the scheduler has just ended}
   */
  public @Nullable Disposable submit(
      SchedulerTaskOwner scheduler, TaskOwner owner, Runnable action, long delayNanos) {
    Disposable.Composite tasks = owners.computeIfAbsent(owner, any -> Disposables.composite());
    VirtualTask task = new VirtualTask(scheduler, owner, tasks, action);
    if (!scheduler.admit(task)) {
      return null;
    }
    tasks.add(task);
    if (!task.enqueue(delayNanos)) {
      return null;
    }
    if (latest != this || !owner.state().lets(action instanceof Periodic)) {
      task.dispose(); // meanwhile
    }
    return task;
  }

  /** Disposes of the tasks of a Worker that was disposed of. */
  public void drop(TaskOwner owner) {
    Disposable tasks = owners.remove(owner);
    if (tasks != null) {
      tasks.dispose();
    }
  }

  /** {@return how many tasks of a Worker have not ended} */
  public int size(TaskOwner owner) {
    Disposable.Composite tasks = owners.get(owner);
    return tasks == null ? 0 : tasks.size();
  }

  /** A task in the virtual queue. One thread runs all that is due, so nothing is interrupted. */
  private final class VirtualTask implements Endable, Disposable, Runnable {
    private final SchedulerTaskOwner scheduler;
    private final TaskOwner owner;
    private final Disposable.Composite all;

    /** Null once it has ended. */
    private @Nullable Runnable action;

    /** The place in the virtual queue, {@link #RUNNING}, or {@link #ENDED}, which is the last. */
    private final AtomicReference<Disposable> place = new AtomicReference<>(Disposables.single());

    VirtualTask(
        SchedulerTaskOwner scheduler, TaskOwner owner, Disposable.Composite all, Runnable action) {
      this.scheduler = scheduler;
      this.owner = owner;
      this.all = all;
      this.action = action;
    }

    /** {@return a place in the virtual queue; of no use if the delay overflows, and never ends} */
    private Disposable enter(long delayNanos) {
      long delay = Math.max(0, delayNanos);
      if (TaskOwner.after(virtual.now(NANOSECONDS), delay) == WheelNode.NEVER_NANOS) {
        return Disposables.single();
      }
      return delayNanos == VirtualTime.AHEAD
          ? virtual.schedule(this)
          : virtual.schedule(this, delay, NANOSECONDS);
    }

    /** {@return false if the virtual time has ended} */
    boolean enqueue(long delayNanos) {
      Disposable former = place.get();
      try {
        Disposable entry = enter(delayNanos);
        if ((former == ENDED || !place.compareAndSet(former, entry)) && isDisposed()) {
          entry.dispose(); // meanwhile, or it was run here
          end();
        }
        return true;
      } catch (RejectedExecutionException ended) {
        end();
        return false;
      }
    }

    @Override
    public void run() {
      boolean begins = place.updateAndGet(is -> is == ENDED ? is : RUNNING) == RUNNING;
      Runnable todo = action;
      if (begins && todo != null && !runOnce(todo)) {
        end();
      }
    }

    /** {@return whether it waits for its next period} */
    private boolean runOnce(Runnable todo) {
      boolean again = todo instanceof Periodic;
      try {
        if (isDisposed() || !owner.state().lets(again)) {
          return false;
        }
        todo.run();
      } catch (Throwable failure) {
        again &= owner.failed(failure, again);
      }
      if (!again || isDisposed() || !owner.state().lets(true)) {
        return false;
      }
      return enqueue(Math.max(0, ((Periodic) todo).nanos())); // no time passes in a run
    }

    /**
     * It neither runs nor will. Idempotent. Reports what the end of its scheduler throws: that
     * would stop the virtual queue for ever, or strike whoever submits next after the virtual time.
     */
    private void end() {
      place.set(ENDED);
      action = null;
      all.remove(this);
      try {
        scheduler.leave(this);
      } catch (Throwable thrown) {
        owner.failed(thrown, false);
      }
    }

    @Override
    public void dispose() {
      Disposable former = place.getAndSet(ENDED);
      if (former != RUNNING && former != ENDED) { // else it has ended, or will after its run
        if (owner.state().lets(false)) {
          former.dispose();
        }
        end();
      }
    }

    @Override
    public boolean isDisposed() {
      return place.get() == ENDED;
    }

    @Override
    public void endPeriods() {
      if (action instanceof Periodic) {
        dispose();
      }
    }
  }
}
