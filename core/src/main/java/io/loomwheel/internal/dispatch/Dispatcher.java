package io.loomwheel.internal.dispatch;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands tasks to an executor. A task that it refuses runs on a fresh virtual thread, unless there
 * is a handler of rejections and the task is {@link Droppable}: then the handler gets it. Loses
 * nothing and throws nothing: if the handler fails, the task runs on a fresh thread too. If there
 * is no memory for one, the driver keeps the task and tries again, because it must not run user
 * code; for other callers the task runs on the calling thread.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("exports") // jspecify's annotations are optional for callers
public final class Dispatcher {
  private final Executor executor;

  /** Null means none. */
  private final @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException>
      onRejected;

  private final Consumer<? super RejectedExecutionException> onRefusal;
  private final Executor fresh;
  private final LongAdder rejections = new LongAdder();

  /**
   * Makes a dispatcher. Fresh threads have the context class loader of the executor if that is a
   * relay, otherwise that of the thread that calls this.
   *
   * @param executor runs the tasks
   * @param onRejected gets the droppable tasks that it refuses, with the reason; null means none
   * @param onRefusal called first at each refusal
   */
  public Dispatcher(
      Executor executor,
      @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected,
      Consumer<? super RejectedExecutionException> onRefusal) {
    this(executor, onRejected, onRefusal, freshThreads(executor));
  }

  /** Takes the executor of tasks that both refuse. */
  Dispatcher(
      Executor executor,
      @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected,
      Consumer<? super RejectedExecutionException> onRefusal,
      Executor fresh) {
    this.executor = Objects.requireNonNull(executor, "executor");
    this.onRejected = onRejected;
    this.onRefusal = Objects.requireNonNull(onRefusal, "onRefusal");
    this.fresh = fresh;
  }

  private static Executor freshThreads(Executor executor) {
    ClassLoader loader =
        executor instanceof TaskRelay relay
            ? relay.contextClassLoader()
            : Thread.currentThread().getContextClassLoader();
    return new PerTask("loomwheel-task", loader);
  }

  /**
   * Hands a task to the executor.
   *
   * @param task that handles its own exceptions; runs on the calling thread if no thread can be
   *     started
   */
  public void dispatch(Runnable task) {
    dispatch(task, executor);
  }

  /**
   * Hands a task to a certain executor.
   *
   * @param task that handles its own exceptions; runs on the calling thread if no thread can be
   *     started
   * @param by in place of this dispatcher's executor
   */
  public void dispatch(Runnable task, Executor by) {
    dispatch(task, Objects.requireNonNull(by, "by"), Runnable::run);
  }

  /**
   * Hands a task to an executor.
   *
   * @param task that handles its own exceptions
   * @param by in place of this dispatcher's executor; null means that one
   * @param stranded gets the task if no thread can be started; to be tried again by {@link #retry}
   */
  public void dispatch(Runnable task, @Nullable Executor by, Consumer<? super Runnable> stranded) {
    Objects.requireNonNull(task, "task");
    Objects.requireNonNull(stranded, "stranded");
    Executor runs = by == null ? executor : by;
    try {
      runs.execute(task);
    } catch (Throwable failure) {
      rejected(task, runs, failure, stranded);
    }
  }

  /**
   * Hands several tasks to the executor, at less cost than one after the other. Only if {@link
   * #isRelay}.
   *
   * @param tasks the first {@code count}, which handle their own exceptions; the caller must not
   *     use the array any more
   * @param count how many, from none to all
   * @param prefetch reads what a task will read first, so that it is in the cache by then
   * @param stranded gets those for which no thread can be started
   * @throws IllegalArgumentException if there are not so many
   */
  public void dispatchAll(
      @Nullable Runnable[] tasks,
      int count,
      ToIntFunction<? super Runnable> prefetch,
      Consumer<? super Runnable> stranded) {
    Objects.requireNonNull(tasks, "tasks");
    Objects.requireNonNull(prefetch, "prefetch");
    Objects.requireNonNull(stranded, "stranded");
    if (count < 0 || count > tasks.length) {
      throw new IllegalArgumentException(
          "count must be from 0 to " + tasks.length + ", was " + count);
    }
    try {
      executeAll((TaskRelay) executor, tasks, count, prefetch, stranded);
    } catch (Throwable noMemory) {
      for (int i = 0; i < count; i++) {
        Runnable task = tasks[i];
        if (task != null) {
          dispatch(task, executor, stranded);
        }
      }
    }
  }

  /**
   * Sends a relay a task that does nothing, as {@link #dispatchAll} would: loading the classes
   * takes milliseconds, once in a JVM. Does nothing for other executors.
   *
   * @param prefetch as for {@link #dispatchAll}
   */
  public void prepare(ToIntFunction<? super Runnable> prefetch) {
    Objects.requireNonNull(prefetch, "prefetch");
    if (executor instanceof TaskRelay relay) {
      executeAll(relay, new Runnable[] {null}, 0, prefetch, Runnable::run);
      relay.executeAll(new Runnable[] {TaskRelay.NOTHING}, 1, prefetch, (task, failure) -> {});
    }
  }

  private void executeAll(
      TaskRelay relay,
      @Nullable Runnable[] tasks,
      int count,
      ToIntFunction<? super Runnable> prefetch,
      Consumer<? super Runnable> stranded) {
    relay.executeAll(
        tasks, count, prefetch, (task, failure) -> rejected(task, relay, failure, stranded));
  }

  /**
   * {@return whether an executor is a relay, which gains from {@link #dispatchAll} and runs no task
   * inside the call that hands it over}
   *
   * @param by an executor; null means that of this dispatcher
   */
  public boolean isRelay(@Nullable Executor by) {
    return (by == null ? executor : by) instanceof TaskRelay;
  }

  /**
   * Tries again to run a stranded task.
   *
   * @param task that neither the executor nor the handler of rejections has taken
   * @return whether it runs now, on a thread of its own
   */
  public boolean retry(Runnable task) {
    Objects.requireNonNull(task, "task");
    try {
      fresh.execute(task);
      return true;
    } catch (Throwable noThread) {
      return false;
    }
  }

  /** {@return how often the executor has refused a task} */
  public long rejections() {
    return rejections.sum();
  }

  /**
   * Handles a task that the executor has not taken. All that allocates or calls user code, even for
   * a message, is in one try: if that fails, the task still runs.
   */
  private void rejected(
      Runnable task, Executor by, Throwable failure, Consumer<? super Runnable> stranded) {
    RejectedTask handed = null;
    try {
      rejections.increment();
      RejectedExecutionException reason = reason(by, failure);
      onRefusal.accept(reason);
      if (onRejected != null && task instanceof Droppable user && user.mayBeDropped()) {
        handed = new RejectedTask(user, fresh);
        onRejected.accept(handed, reason);
        return;
      }
    } catch (Throwable handlerFailed) {
      if (handed != null && handed.take() == null) {
        return; // it was run or dropped before the handler failed
      }
    }
    boolean ran = task instanceof Droppable taken && taken.hasRun(); // and then the executor failed
    if (!ran && !retry(task)) {
      stranded.accept(task);
    }
  }

  private static RejectedExecutionException reason(Executor by, Throwable failure) {
    return failure instanceof RejectedExecutionException refused
        ? refused
        : new RejectedExecutionException("the executor failed: " + nameOf(by), failure);
  }

  /** Names an executor. One that fails, such as a proxy whose target is gone, may fail here too. */
  private static String nameOf(Executor executor) {
    try {
      return executor.toString();
    } catch (Throwable nameless) {
      return executor.getClass().getName();
    }
  }
}
