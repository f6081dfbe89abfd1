package io.loomwheel.loom;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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
      if (ran > 0 && ran % BATCH == 0 && handOver()) {
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
    Handover next = new Handover(Thread.currentThread());
    try {
      target.execute(next);
    } catch (RejectedExecutionException refused) {
      return false;
    }
    next.from = null;
    return !next.ranInline;
  }

  /** The rest of a drain. Declines to run inside the drain that it is to relieve. */
  private final class Handover implements Runnable {
    /** The thread to be relieved, while it is inside the target's execute; written by it alone. */
    private volatile @Nullable Thread from;

    /** Written and read by the thread to be relieved. */
    private boolean ranInline;

    Handover(Thread from) {
      this.from = from;
    }

    @Override
    public void run() {
      if (from == Thread.currentThread()) {
        ranInline = true;
      } else {
        drain();
      }
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
