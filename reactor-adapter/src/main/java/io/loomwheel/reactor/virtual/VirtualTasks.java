package io.loomwheel.reactor.virtual;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.schedulers.internal.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * The tasks that wait for one {@code VirtualTimeScheduler}. Each is in its queue, among those of
 * the stock schedulers, and leaves it when it is disposed of.
 */
public final class VirtualTasks {
  /** Those of the latest virtual time. Replaced under the class's monitor. */
  private static volatile @Nullable VirtualTasks latest;

  private final VirtualTimeScheduler virtual;
  private final Map<TaskOwner, Disposable.Composite> owners = new ConcurrentHashMap<>();

  private VirtualTasks(VirtualTimeScheduler virtual) {
    this.virtual = virtual;
  }

  static @Nullable VirtualTasks ofEnabled() {
    VirtualTasks tasks = latest;
    VirtualTimeScheduler on = enabled();
    return isOf(tasks, on) ? tasks : replace(on);
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

  private static @Nullable VirtualTasks replace(@Nullable VirtualTimeScheduler on) {
    VirtualTasks old;
    VirtualTasks made;
    synchronized (VirtualTasks.class) {
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
   * Submits a task to the virtual queue.
   *
   * @param owner a scheduler or a Worker, which decides whether the task runs and handles failures
   * @param action what it runs, with its period if it has one
   * @param delayNanos the delay, or {@link VirtualTime#AHEAD}
   * @return the task, or null if the virtual time has just ended
   */
  public @Nullable Disposable submit(TaskOwner owner, Runnable action, long delayNanos) {
    Disposable.Composite tasks = owners.computeIfAbsent(owner, any -> Disposables.composite());
    VirtualTask task = new VirtualTask(owner, tasks, action);
    tasks.add(task);
    if (!task.enqueue(delayNanos)) {
      return null;
    }
    if (latest != this || !owner.state().lets(false)) {
      task.dispose(); // meanwhile
    }
    return task;
  }

  /**
   * Disposes of an owner's tasks.
   *
   * @param owner a Worker that was disposed of
   */
  public void drop(TaskOwner owner) {
    Disposable tasks = owners.remove(owner);
    if (tasks != null) {
      tasks.dispose();
    }
  }

  /** A task in the virtual queue. One thread runs all that is due, so nothing is interrupted. */
  private final class VirtualTask implements Runnable, Disposable {
    private final TaskOwner owner;
    private final Disposable.Composite all;
    private final Runnable action;

    /** The place in the virtual queue, disposed of with the task. */
    private final Disposable.Swap place = Disposables.swap();

    VirtualTask(TaskOwner owner, Disposable.Composite all, Runnable action) {
      this.owner = owner;
      this.all = all;
      this.action = action;
    }

    /** {@return false if the virtual time has ended} A delay that overflows never ends. */
    boolean enqueue(long delayNanos) {
      if (TaskOwner.after(virtual.now(NANOSECONDS), Math.max(0, delayNanos))
          == WheelNode.NEVER_NANOS) {
        return true;
      }
      Disposable former = place.get();
      try {
        Disposable entry =
            delayNanos == VirtualTime.AHEAD
                ? virtual.schedule(this)
                : virtual.schedule(this, Math.max(0, delayNanos), NANOSECONDS);
        if (place.get() == former) { // it was not run here
          place.replace(entry);
        }
        return true;
      } catch (RejectedExecutionException ended) {
        dispose();
        return false;
      }
    }

    @Override
    public void run() {
      place.replace(Disposables.disposed());
      boolean again = runOnce(virtual.now(NANOSECONDS));
      if (!again) {
        dispose();
      }
    }

    /** {@return whether it waits for its next period} */
    private boolean runOnce(long nowNanos) {
      boolean again = action instanceof Periodic;
      try {
        if (isDisposed() || !owner.state().lets(again)) {
          return false;
        }
        action.run();
      } catch (Throwable failure) {
        again &= owner.failed(failure, again);
      }
      if (!again || isDisposed() || !owner.state().lets(true)) {
        return false;
      }
      long next = TaskOwner.after(nowNanos, Math.max(0, ((Periodic) action).nanos()));
      return enqueue(next - virtual.now(NANOSECONDS));
    }

    @Override
    public void dispose() {
      place.dispose();
      all.remove(this);
    }

    @Override
    public boolean isDisposed() {
      return place.isDisposed();
    }
  }
}
