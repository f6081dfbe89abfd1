package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A strand: runs tasks in the order of submission, never two at once, on threads borrowed from
 * another executor.
 *
 * <p>Each task sees what those before it wrote. A thread is held only while there are tasks, and
 * given back after a batch, so that busy strands share few threads fairly. A task may submit to its
 * own strand. Thread-safe; {@link #execute} never waits, and costs two atomic operations, a link of
 * 40 bytes unless the task comes from a wheel, and one task of the executor underneath where the
 * strand was idle.
 *
 * <p>An interrupt is its task's: one that comes while a task runs is cleared when that ends. A
 * thread that was interrupted before, such as a caller whose executor runs on the spot, shows it to
 * the first task that it runs, and is interrupted again when it leaves the strand.
 */
public final class SerialExecutor implements Executor {
  /** Tasks run before the thread underneath is given back. */
  private static final int BATCH = 128;

  private static final Executor FRESH =
      Thread.ofVirtual().name("loomwheel-strand").inheritInheritableThreadLocals(false)::start;

  private final Executor target;
  private final BiConsumer<? super Runnable, ? super Throwable> onFailure;

  /** Starts a thread for tasks that were accepted while the target refused. */
  private final Executor fresh;

  /** Run before the one allocation between two tasks, so that a lack of memory can be proved. */
  private final Runnable allocates;

  private final StrandQueue queue = new StrandQueue();
  private final Runnable drain = this::begin;

  /**
   * Tasks submitted and not finished. Whoever takes it from 0 to 1 hands {@link #drain} to the
   * target; the drain alone lowers it, and ends when it gets to 0. So there is one drain at a time.
   */
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Whether a drain was handed over and has not begun. Set by who hands it over; cleared by
   * compare-and-set by who begins it, or by who handed it over and takes it back. So a target that
   * runs it twice, or takes it and then fails, doesn't get a second one going.
   */
  private final AtomicBoolean handed = new AtomicBoolean();

  /** Makes an idle strand on the virtual threads that timers use by default. */
  public SerialExecutor() {
    this(Relay.shared());
  }

  /**
   * Makes an idle strand. What tasks throw goes to the handler of uncaught exceptions of their
   * thread.
   *
   * @param target lends the threads
   */
  public SerialExecutor(Executor target) {
    this(target, Failures.UNCAUGHT);
  }

  /**
   * Makes an idle strand.
   *
   * @param target lends the threads
   * @param onFailure gets what tasks throw, on their thread; must not throw
   */
  public SerialExecutor(
      Executor target, BiConsumer<? super Runnable, ? super Throwable> onFailure) {
    this(target, onFailure, FRESH, () -> {});
  }

  /** Makes a strand that may be short of memory. */
  SerialExecutor(
      Executor target,
      BiConsumer<? super Runnable, ? super Throwable> onFailure,
      Executor fresh,
      Runnable allocates) {
    this.fresh = fresh;
    this.allocates = allocates;
    this.target = Objects.requireNonNull(target, "target");
    this.onFailure = Objects.requireNonNull(onFailure, "onFailure");
  }

  /**
   * Runs a task after all that were submitted before. If it throws, the failure handler is told,
   * and the next task runs.
   *
   * @param task run once
   * @throws RejectedExecutionException if the target refuses; the task will not run, others that
   *     were accepted will, on a fresh thread, or, where there is no memory for one, right here
   */
  @Override
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    WheelNode queued = queue.push(task);
    if (open.getAndIncrement() == 0) {
      handed.set(true);
      try {
        target.execute(drain);
      } catch (Throwable refused) {
        if (takeBack()) { // otherwise it has begun, whatever the target says
          withdraw(queued);
          throw refused;
        }
      }
    }
  }

  /** Takes back a refused task; what others submitted meanwhile, and were not refused, runs. */
  private void withdraw(WheelNode queued) {
    queue.withdraw(queued); // nobody else drains before this thread has handed the drain on
    if (open.decrementAndGet() > 0) {
      handed.set(true);
      try {
        fresh.execute(drain);
      } catch (Throwable noThread) {
        begin(); // here, for nobody else would come
      }
    }
  }

  private void begin() {
    if (takeBack()) {
      boolean interrupted = Thread.currentThread().isInterrupted();
      try {
        drain();
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** {@return whether what was handed over had not begun, and will not without the caller} */
  private boolean takeBack() {
    return handed.compareAndSet(true, false);
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
    SuccessorDrain next;
    try {
      allocates.run();
      next = new SuccessorDrain(Thread.currentThread());
    } catch (Throwable noMemory) {
      return false;
    }
    handed.set(true);
    try {
      target.execute(next);
    } catch (Throwable refused) {
      return !takeBack();
    }
    next.from = null;
    return !next.ranInline || !takeBack();
  }

  /** The rest of a drain. Declines to run inside the drain that it is to relieve. */
  private final class SuccessorDrain implements Runnable {
    /** The thread to be relieved, while it is inside the target's execute; written by it alone. */
    private volatile @Nullable Thread from;

    /** Written and read by the thread to be relieved. */
    private boolean ranInline;

    SuccessorDrain(Thread from) {
      this.from = from;
    }

    @Override
    public void run() {
      if (from == Thread.currentThread()) {
        ranInline = true;
      } else {
        begin();
      }
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable t) {
      Failures.tell(onFailure, task, t);
    } finally {
      Thread.interrupted();
    }
  }
}
