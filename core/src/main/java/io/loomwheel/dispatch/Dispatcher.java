package io.loomwheel.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Hands tasks to an executor, and to the rejection handler if the executor refuses. Loses nothing
 * and throws nothing: where the handler fails as well, the task runs on a fresh virtual thread, and
 * where there is no memory for one, right here.
 *
 * <p>Thread-safe.
 */
public final class Dispatcher {
  private final Executor executor;
  private final BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected;
  private final LongAdder rejections = new LongAdder();

  /**
   * Makes a dispatcher.
   *
   * @param executor runs the tasks
   * @param onRejected gets those that it refuses, with the reason
   */
  public Dispatcher(
      Executor executor,
      BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected) {
    this.executor = executor;
    this.onRejected = onRejected;
  }

  /** {@return a rejection handler that runs the task on a virtual thread of its own} */
  public static BiConsumer<Runnable, RejectedExecutionException> onFreshThread() {
    return (task, reason) -> Relay.perTask().execute(task);
  }

  /**
   * Has the executor run a task.
   *
   * @param task that deals with its own exceptions
   */
  public void dispatch(Runnable task) {
    dispatch(task, executor);
  }

  /**
   * Has a certain executor run a task.
   *
   * @param task that deals with its own exceptions
   * @param by in place of this dispatcher's executor
   */
  public void dispatch(Runnable task, Executor by) {
    try {
      by.execute(task);
    } catch (RejectedExecutionException reason) {
      rejected(task, reason);
    } catch (Throwable failure) {
      rejected(task, new RejectedExecutionException("the executor failed: " + by, failure));
    }
  }

  /**
   * Has the executor run several tasks, at less cost than one after the other. Only if {@link
   * #takesBatches}.
   *
   * @param tasks the first {@code count}, each dealing with its own exceptions; the array is not to
   *     be used any more
   * @param count how many
   * @param touch reads what a task will read first, so that it is in the cache by then
   */
  public void dispatchAll(
      @Nullable Runnable[] tasks, int count, ToIntFunction<? super Runnable> touch) {
    ((Relay) executor).executeAll(tasks, count, touch, this::rejected);
  }

  /** {@return whether the executor gains from {@link #dispatchAll}} */
  public boolean takesBatches() {
    return executor instanceof Relay;
  }

  /** {@return how often the executor has refused a task} */
  public long rejections() {
    return rejections.sum();
  }

  private void rejected(Runnable task, RejectedExecutionException reason) {
    rejections.increment();
    if (FlightRecorder.isInitialized()) {
      RejectedEvent.commit(reason);
    }
    try {
      onRejected.accept(task, reason);
    } catch (Throwable handlerFailed) {
      lastResort(task);
    }
  }

  private static void lastResort(Runnable task) {
    try {
      Relay.perTask().execute(task);
    } catch (Throwable noThread) {
      task.run();
    }
  }
}
