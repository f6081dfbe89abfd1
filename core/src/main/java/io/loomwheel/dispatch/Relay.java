package io.loomwheel.dispatch;

import io.loomwheel.internal.dispatch.PerTask;
import io.loomwheel.internal.dispatch.TaskRelay;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on virtual threads: a thread for each task that blocks, not for each task.
 *
 * <p>A virtual thread drains the queue of tasks; before it runs one while more are queued, it has
 * another started, which begins when a carrier is free: because there are more cores, or because
 * the first one's task blocked. So while nothing blocks, a handful of threads run thousands of
 * tasks; when everything blocks, each task has a thread; and no task waits behind a blocked one.
 *
 * <p>Virtual threads can't begin while all carriers are held: by virtual threads that compute, or,
 * on Java 21 to 23, that block inside {@code synchronized}; whoever's they are. When none has begun
 * for 20 to 30 ms, and no task was taken, at most four platform threads, or as many as there are
 * cores, run tasks until one begins: a <em>rescue</em>, counted by {@link #rescuedTasks} and logged
 * once a minute at most. For a rescued task {@link Thread#isVirtual()} is false; all else is as for
 * others. A rescued task that blocks holds one of these few threads; when all are held, the tasks
 * behind wait. What helps for good is an executor of platform threads for whatever computes, and
 * Java 24.
 *
 * <p>Tasks may share a thread, one after the other, as on any pool: thread locals may be seen by a
 * later task, such as an MDC that nobody cleared; an interrupt is cleared between two, and the
 * context class loader set back. {@link #perTask()} gives each its own thread, and is not rescued.
 * Thread-safe; {@link #execute} never blocks. The cost of a task that doesn't block is that of the
 * queue; of one that does, that of a virtual thread.
 */
@SuppressWarnings("exports") // jspecify's annotations are there for who has them
public final class Relay extends TaskRelay {
  private static final Relay SHARED = new Relay(Relay.class.getClassLoader());

  /**
   * Makes a relay with a queue of its own, whose tasks see the context class loader of the thread
   * that calls this.
   */
  public Relay() {
    this(Thread.currentThread().getContextClassLoader());
  }

  /**
   * Makes a relay with a queue of its own.
   *
   * @param contextClassLoader what each of its tasks finds as that of its thread, whatever a task
   *     before it has set there; null, as for a thread, stands for the system's or the bootstrap
   *     class loader. Held as long as the relay
   */
  public Relay(@Nullable ClassLoader contextClassLoader) {
    super(contextClassLoader);
  }

  /**
   * {@return the relay that {@link io.loomwheel.WheelTimer#shared} uses, one for the JVM} Its tasks
   * see the class loader that loaded Loomwheel as context class loader.
   */
  public static Relay shared() {
    return SHARED;
  }

  /**
   * {@return an executor that starts a new virtual thread for each task} For tasks that must not
   * see the thread locals of others, such as an MDC that nobody cleared; about a microsecond more
   * for each than a relay. Tasks see the class loader that loaded Loomwheel as context class
   * loader.
   */
  public static Executor perTask() {
    return PerTask.SHARED;
  }

  /**
   * Runs a task soon. What it throws goes to the handler of uncaught exceptions of its thread.
   *
   * @param task run once
   * @throws RejectedExecutionException if no thread could be started; the task will not run
   */
  @Override
  public void execute(Runnable task) {
    super.execute(task);
  }

  /**
   * {@return how many tasks ran on a platform thread, because virtual threads could not begin} Zero
   * while all is well.
   */
  @Override
  public long rescuedTasks() {
    return super.rescuedTasks();
  }
}
