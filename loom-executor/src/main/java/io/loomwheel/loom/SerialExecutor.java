package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A strand: runs tasks in the order of submission, never two at once, on threads borrowed from
 * another executor.
 *
 * <p>Each task happens-before the next. The strand holds a thread only while it has tasks, and
 * gives it back after a batch, so that busy strands share few threads fairly. A task may submit to
 * its own strand. Thread-safe. {@link #execute} never waits. It costs two atomic operations, 24
 * bytes, and one task of the target executor if the strand was idle.
 *
 * <p>An interrupt belongs to the running task: the strand clears it when that task ends. A thread
 * may be interrupted before it enters the strand, for example a caller whose executor runs tasks
 * inline. The first task that it runs sees that interrupt, and the thread is interrupted again when
 * it leaves the strand.
 */
public final class SerialExecutor implements Executor {
  /** Tasks run before the strand gives its thread back. */
  private static final int BATCH = 128;

  private static final Executor FRESH =
      Thread.ofVirtual().name("loomwheel-strand").inheritInheritableThreadLocals(false)::start;

  private enum StrandState {
    IDLE,
    HANDED,
    DRAINING
  }

  private final Executor target;
  private final BiConsumer<? super Runnable, ? super Throwable> onFailure;

  /** Starts a thread for tasks that were accepted while the target refused. */
  private final Executor fresh;

  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final Runnable drain = this::begin;

  /**
   * Whether {@link #drain} was handed over or runs, once. A thread that submits looks here after it
   * has queued its task, and the drain looks at the queue after it is idle: so one of both goes on.
   */
  private final AtomicReference<StrandState> state = new AtomicReference<>(StrandState.IDLE);

  /**
   * The thread that offers its drain to another after a batch. If it finds itself here, the target
   * runs the drain inside the offer. Another one clears it early at worst: one call more is nested.
   */
  private volatile @Nullable Thread relieved;

  /** Makes an idle strand on the virtual threads that timers use by default. */
  public SerialExecutor() {
    this(Relay.shared());
  }

  /**
   * Makes an idle strand. Exceptions of tasks go to their thread's uncaught-exception handler.
   *
   * @param target lends the threads
   */
  public SerialExecutor(Executor target) {
    this(target, LoomExecutorService.UNCAUGHT);
  }

  /**
   * Makes an idle strand.
   *
   * @param target lends the threads
   * @param onFailure gets the exceptions of tasks, on their thread; must not throw
   */
  public SerialExecutor(
      Executor target, BiConsumer<? super Runnable, ? super Throwable> onFailure) {
    this(target, onFailure, FRESH);
  }

  /** Makes an idle strand whose threads a test can refuse. */
  SerialExecutor(
      Executor target, BiConsumer<? super Runnable, ? super Throwable> onFailure, Executor fresh) {
    this.target = Objects.requireNonNull(target, "target");
    this.onFailure = Objects.requireNonNull(onFailure, "onFailure");
    this.fresh = fresh;
  }

  /**
   * Runs a task after all tasks submitted before. If it throws, the failure handler gets the
   * exception and the next task runs.
   *
   * @param task run once
   * @throws RejectedExecutionException if the target refuses. This task will not run. Tasks
   *     accepted meanwhile run on a fresh thread, or on the calling thread if none can be started
   */
  @Override
  public void execute(Runnable task) {
    queue.add(Objects.requireNonNull(task, "task"));
    if (moves(StrandState.IDLE, StrandState.HANDED)) {
      try {
        target.execute(drain);
      } catch (Throwable refused) {
        if (moves(StrandState.HANDED, StrandState.DRAINING) && isTakenBack(task)) {
          throw refused;
        }
      }
    }
  }

  private boolean moves(StrandState from, StrandState to) {
    return state.get() == from && state.compareAndSet(from, to);
  }

  /** {@return false if the task has run, although the target threw} What others queued runs. */
  private boolean isTakenBack(Runnable task) {
    try {
      return queue.remove(task); // or an equal one that another thread has just queued
    } finally {
      if (!rests()) {
        state.set(StrandState.HANDED);
        try {
          fresh.execute(drain);
        } catch (Throwable noThread) {
          begin(); // on this thread: no other will drain
        }
      }
    }
  }

  private void begin() {
    if (relieved == Thread.currentThread()) {
      relieved = null;
    } else if (moves(StrandState.HANDED, StrandState.DRAINING)) {
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

  private void drain() {
    for (int ran = 1; ; ran++) {
      Runnable task = queue.poll();
      if (task != null) {
        run(task);
      }
      if (task == null ? rests() : ran % BATCH == 0 && !queue.isEmpty() && handOver()) {
        return;
      }
    }
  }

  /** {@return whether the strand is idle, or another thread drains} Called when it drains. */
  private boolean rests() {
    state.set(StrandState.IDLE);
    return queue.isEmpty() || !moves(StrandState.IDLE, StrandState.DRAINING);
  }

  /** Hands the drain to another thread. {@return false if this thread has to go on} */
  private boolean handOver() {
    state.set(StrandState.HANDED);
    relieved = Thread.currentThread();
    boolean accepted = false;
    try {
      target.execute(drain);
      accepted = relieved != null; // otherwise it ran inside, and did nothing
    } catch (Throwable refused) {
      // this thread goes on, unless the drain has begun all the same
    }
    relieved = null;
    return accepted || !moves(StrandState.HANDED, StrandState.DRAINING);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable t) {
      LoomExecutorService.tell(onFailure, task, t);
    } finally {
      Thread.interrupted();
    }
  }
}
