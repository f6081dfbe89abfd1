package io.loomwheel.dispatch;

import io.loomwheel.internal.dispatch.PerTask;
import io.loomwheel.internal.dispatch.TaskRelay;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on virtual threads. Each task that blocks has its own thread; the others share a few.
 *
 * <p>A virtual thread drains the queue of tasks. Before it runs a task while more are queued, it
 * starts another virtual thread. That one begins when a carrier is free: because there are more
 * cores, or because the first thread's task blocked. So while nothing blocks, a handful of threads
 * run thousands of tasks; when everything blocks, each task has a thread; and no task waits behind
 * a blocked one.
 *
 * <p>Virtual threads can't begin while virtual threads of any code hold all carriers: threads that
 * compute or, on Java 21 to 23, that block inside {@code synchronized}. When none has begun and no
 * task was taken for 20 to 180 ms, or some 300 ms in a container at its CPU quota, platform threads
 * run tasks until one begins: at most four, or as many as there are cores if that is more. This
 * <em>rescue</em> is counted by {@link #rescuedTasks} and logged at most once a minute. For a
 * rescued task {@link Thread#isVirtual()} is false; nothing else differs. A rescued task that
 * blocks holds one of these few threads; when all are held, the tasks behind wait. The lasting
 * remedies are an executor of platform threads for tasks that compute, and Java 24.
 *
 * <p>Tasks may share a thread, one after the other, as on any pool. A task may see thread locals of
 * an earlier one, such as an MDC that was not cleared. Between two tasks the relay clears the
 * interrupt flag and sets the context class loader back. {@link #perTask()} gives each task its own
 * thread, and has no rescue. Thread-safe; {@link #execute} never blocks. A task that doesn't block
 * costs a pass through the queue; a task that blocks costs a virtual thread.
 */
@SuppressWarnings("exports") // jspecify's annotations are optional for callers
public final class Relay extends TaskRelay {
  private static final Relay SHARED = new Relay(Relay.class.getClassLoader());

  /**
   * Makes a relay with a queue of its own. Its tasks see the context class loader of the thread
   * that calls this.
   */
  public Relay() {
    this(Thread.currentThread().getContextClassLoader());
  }

  /**
   * Makes a relay with a queue of its own.
   *
   * @param contextClassLoader what each task finds on its thread, whatever an earlier task has set
   *     there; null, as for a thread, stands for the system's or the bootstrap class loader. Held
   *     as long as the relay
   */
  public Relay(@Nullable ClassLoader contextClassLoader) {
    super("loomwheel-relay", contextClassLoader);
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
   * see the thread locals of others, such as an MDC that was not cleared. Costs about a microsecond
   * more for each task than a relay. Tasks see the class loader that loaded Loomwheel as context
   * class loader.
   */
  public static Executor perTask() {
    return PerTask.SHARED;
  }

  /**
   * Runs a task soon. What it throws goes to the uncaught exception handler of its thread.
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
