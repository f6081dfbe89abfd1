package io.loomwheel.reactor.virtual;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner;
import io.loomwheel.schedulers.internal.Task;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * The tasks that wait for one {@code VirtualTimeScheduler}. Each is in its queue, among those of
 * the stock schedulers, and leaves it when it is disposed of. Its scheduler counts it and ends it,
 * like any other. What a disposed Worker or scheduler leaves behind does nothing when it is due,
 * but stays until then, as with a stock Worker: deferred time passes only while something is there.
 */
public final class VirtualTasks {
  /** Those of the latest virtual time. Replaced under the class's monitor. */
  private static volatile @Nullable VirtualTasks latest;

  private final VirtualTimeScheduler virtual;
  private final Map<TaskOwner, VirtualOwner> owners = new ConcurrentHashMap<>();

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
    VirtualTasks now;
    synchronized (VirtualTasks.class) {
      VirtualTimeScheduler on = enabled(); // what was read before may be old by now
      old = latest;
      now = isOf(old, on) ? old : on == null ? null : new VirtualTasks(on);
      latest = now;
    }
    if (old != null && old != now) {
      old.owners.keySet().forEach(old::drop);
    }
    return now;
  }

  /** {@return the scheduler that keeps the virtual time} */
  public Scheduler scheduler() {
    return virtual;
  }

  /**
   * Submits a task, after a delay or {@link VirtualTime#AHEAD}. The scheduler counts it, and ends
   * it with itself; the owner, the same or its Worker, decides whether it runs, and handles
   * failures. Throws a rejection if the virtual time or the scheduler has just ended.
   */
  public Disposable submit(
      SchedulerTaskOwner scheduler, TaskOwner owner, Runnable action, long delayNanos) {
    if (owner.isDisposed()) { // first: one that has ended is not kept
      throw Exceptions.failWithRejected();
    }
    VirtualOwner in = owners.computeIfAbsent(owner, any -> new VirtualOwner(scheduler, owner));
    VirtualTask task = new VirtualTask(in, action);
    scheduler.admit(task);
    in.tasks.add(task);
    if (!in.enters(task, delayNanos, true)) {
      task.withdraw();
      throw Exceptions.failWithRejected();
    }
    if (latest != this || !owner.state().lets(task.isPeriodic())) {
      task.dispose(); // meanwhile
    }
    return task;
  }

  /** Disposes of the tasks of a Worker that was disposed of. */
  public void drop(TaskOwner owner) {
    VirtualOwner in = owners.remove(owner);
    if (in != null) {
      in.tasks.dispose();
    }
  }

  /** {@return how many tasks of a Worker have not ended} */
  public int size(TaskOwner owner) {
    VirtualOwner in = owners.get(owner);
    return in == null ? 0 : in.tasks.size();
  }

  /** A task in the virtual queue. One thread runs all that is due, so nothing is interrupted. */
  private static final class VirtualTask extends Task implements Disposable {
    /** The latest place in the virtual queue, or null before the first. */
    private final AtomicReference<@Nullable Disposable> place = new AtomicReference<>();

    VirtualTask(TaskOwner owner, Runnable action) {
      super(owner, action);
    }
  }

  /** Has the tasks of another owner wait in the virtual queue. */
  private final class VirtualOwner extends TaskOwner {
    private final SchedulerTaskOwner scheduler;
    private final TaskOwner owner;
    private final Disposable.Composite tasks = Disposables.composite();

    VirtualOwner(SchedulerTaskOwner scheduler, TaskOwner owner) {
      super(new Settings(owner::failed, owner.timer(), false, null, false));
      this.scheduler = scheduler;
      this.owner = owner;
    }

    /** No time passes in a run, and it was due at 0, so the deadline is the period. */
    @Override
    protected boolean rearm(Task task, long deadlineNanos, boolean atOnce) {
      task.refire(0);
      return enters(task, atOnce ? 0 : deadlineNanos, false);
    }

    /** {@return false if the virtual time has ended} The first time it may run, and enter, here. */
    private boolean enters(Task task, long delayNanos, boolean first) {
      AtomicReference<@Nullable Disposable> place = ((VirtualTask) task).place;
      try {
        boolean never = after(virtual.now(NANOSECONDS), delayNanos) == WheelNode.NEVER_NANOS;
        Disposable entry =
            delayNanos == VirtualTime.AHEAD
                ? virtual.schedule(task)
                : never ? Disposables.single() : virtual.schedule(task, delayNanos, NANOSECONDS);
        if (!place.compareAndSet(null, entry) && !first) {
          place.set(entry);
        }
        if (task.isWithdrawn()) {
          entry.dispose(); // meanwhile
        }
        return true;
      } catch (RejectedExecutionException ended) {
        return false;
      }
    }

    @Override
    protected void discard(Task task) {
      Disposable entry = ((VirtualTask) task).place.get();
      if (entry != null && state().lets(false)) {
        entry.dispose();
      }
    }

    /**
     * Reports what the end of the scheduler throws: that would stop the virtual queue for ever, or
     * strike whoever submits next after the virtual time.
     */
    @Override
    protected void ended(Task task) {
      tasks.remove((VirtualTask) task);
      try {
        scheduler.leave(task);
      } catch (Throwable thrown) {
        failed(thrown, false);
      }
    }

    @Override
    public OwnerState state() {
      return owner.state();
    }
  }
}
