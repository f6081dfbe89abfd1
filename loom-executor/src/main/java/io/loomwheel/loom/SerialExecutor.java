package io.loomwheel.loom;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A strand: runs tasks in the order of submission, never two at once, on threads borrowed from
 * another executor.
 *
 * <p>Each task sees what those before it wrote. A thread is held only while there are tasks, and
 * given back after a batch, so that busy strands share few threads fairly. A task may submit to its
 * own strand. Thread-safe; {@link #execute} never waits, and costs a queue node and an atomic add,
 * and one task of the executor underneath where the strand was idle.
 */
public final class SerialExecutor implements Executor {
  /** Tasks run before the thread underneath is given back. */
  private static final int BATCH = 128;

  private final Executor target;
  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();

  /**
   * Tasks submitted and not finished. Whoever takes it from 0 to 1 hands {@link #drain} to the
   * target; the drain alone lowers it, and ends when it gets to 0. So there is one drain at a time.
   */
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Makes an idle strand.
   *
   * @param target lends the threads
   */
  public SerialExecutor(Executor target) {
    this.target = Objects.requireNonNull(target, "target");
  }

  /**
   * Has a task run after all that were submitted before. What it throws goes to the handler of
   * uncaught exceptions of its thread, and the next task runs.
   *
   * @param task run once
   * @throws RejectedExecutionException if the target refuses; the task will not run, others that
   *     were accepted will
   */
  @Override
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    queue.add(task);
    if (open.getAndIncrement() == 0) {
      try {
        target.execute(this::drain);
      } catch (RejectedExecutionException refused) {
        withdraw(task);
        throw refused;
      }
    }
  }

  /** Takes back a refused task; what others submitted meanwhile, and were not refused, runs. */
  private void withdraw(Runnable task) {
    queue.remove(task);
    if (open.decrementAndGet() > 0) {
      Thread.ofVirtual().name("loomwheel-strand").start(this::drain);
    }
  }

  private void drain() {
    for (int ran = 0; ; ran++) {
      if (ran == BATCH && handOver()) {
        return;
      }
      Runnable task = queue.poll();
      if (task != null) {
        run(task);
      }
      if (open.decrementAndGet() == 0) {
        return;
      }
    }
  }

  /** Lets another thread go on, if the target lends one; otherwise this one does. */
  private boolean handOver() {
    try {
      target.execute(this::drain);
      return true;
    } catch (RejectedExecutionException refused) {
      return false;
    }
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable t) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
    } finally {
      Thread.interrupted();
    }
  }
}
