package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.drive.Callbacks;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in the order of submission, never two at once, on threads of another executor.
 *
 * <p>Each task happens-before the next. It occupies a thread only while it has tasks, and yields it
 * after a batch, so that busy serial executors share few threads fairly. A task may submit to its
 * own serial executor. Thread-safe. {@link #execute} never waits. It costs two atomic operations,
 * 40 bytes, and one task of the target executor if there were no tasks.
 *
 * <p>An interrupt is the thread's, such as a caller's whose executor runs tasks inline. The task
 * that runs as it comes sees it, or the first if it came before; none behind that does, and the
 * thread is interrupted again after the last.
 */
public final class SerialExecutor implements Executor {
  /** How many tasks run before the thread is yielded. */
  private static final int BATCH = 128;

  private enum DrainState {
    IDLE,
    HANDED,
    DRAINING
  }

  private final Executor target;
  private final BiConsumer<? super Runnable, ? super Throwable> onFailure;

  /** Starts a thread for tasks that were accepted while the target refused. */
  private final Executor fresh;

  /** A submission. Two of the same task are two. */
  private static final class Entry {
    private final Runnable task;

    Entry(Runnable task) {
      this.task = task;
    }
  }

  private final Queue<Entry> queue = new ConcurrentLinkedQueue<>();
  private final Runnable drain = this::begin;

  /**
   * Whether {@link #drain} was handed over or runs, once. A thread that submits reads this after it
   * has queued its task, and the drain reads the queue after it is idle: so one of both goes on.
   */
  private final AtomicReference<DrainState> state = new AtomicReference<>(DrainState.IDLE);

  /**
   * The thread that offers its drain to another after a batch. If it finds itself here, the target
   * runs the drain inside the offer. Another one clears it early at worst: one call more is nested.
   */
  private volatile @Nullable Thread yielding;

  /** Makes a serial executor on the virtual threads that timers use by default. */
  public SerialExecutor() {
    this(Relay.shared());
  }

  /**
   * Makes a serial executor. Exceptions of tasks go to their thread's uncaught-exception handler.
   *
   * @param target runs the tasks
   */
  public SerialExecutor(Executor target) {
    this(target, LoomExecutorService.UNCAUGHT);
  }

  /**
   * Makes a serial executor.
   *
   * @param target runs the tasks
   * @param onFailure gets the exceptions of tasks, on their thread; must not throw
   */
  public SerialExecutor(
      Executor target, BiConsumer<? super Runnable, ? super Throwable> onFailure) {
    this(target, onFailure, Relay.perTask());
  }

  /** Makes a serial executor whose threads a test can refuse. */
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
    Entry entry = new Entry(Objects.requireNonNull(task, "task"));
    boolean idle = state.get() == DrainState.IDLE;
    if (idle) {
      Callbacks.requireStack(30); // once it is in the queue, others count on this
    }
    queue.add(entry);
    if (!idle && state.get() == DrainState.IDLE) { // a drain has ended; others don't know of this
      Callbacks.requireStack(30); // else the next drain runs it
    }
    if (moves(DrainState.IDLE, DrainState.HANDED)) {
      try {
        target.execute(drain);
      } catch (Throwable refused) {
        if (moves(DrainState.HANDED, DrainState.DRAINING) && isTakenBack(entry)) {
          throw refused;
        }
      }
    }
  }

  private boolean moves(DrainState from, DrainState to) {
    return state.get() == from && state.compareAndSet(from, to);
  }

  /**
   * {@return false if the task has run, although the target threw} Needs no memory, which is no
   * refusal. What others queued runs.
   */
  private boolean isTakenBack(Entry entry) {
    try {
      return queue.remove(entry); // no other thread takes one meanwhile
    } finally {
      if (!rests()) {
        state.set(DrainState.HANDED);
        try {
          fresh.execute(drain);
        } catch (Throwable noThread) {
          begin(); // on this thread: no other will drain
        }
      }
    }
  }

  private void begin() {
    if (yielding == Thread.currentThread()) {
      yielding = null;
    } else if (moves(DrainState.HANDED, DrainState.DRAINING)) {
      drain();
    }
  }

  private void drain() {
    boolean interrupted = Thread.currentThread().isInterrupted();
    for (int ran = 1; ; ran++) {
      Entry next = queue.poll();
      if (next != null) {
        try {
          next.task.run();
        } catch (Throwable t) {
          LoomExecutorService.tell(onFailure, next.task, t);
        }
        interrupted |= Thread.interrupted(); // not for the next task
      }
      if (next == null ? rests() : ran % BATCH == 0 && !queue.isEmpty() && handOver()) {
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@return whether it is idle, or another thread drains} Called when it drains. */
  private boolean rests() {
    state.set(DrainState.IDLE);
    return queue.isEmpty() || !moves(DrainState.IDLE, DrainState.DRAINING);
  }

  /** Hands the drain to another thread. {@return false if this thread has to go on} */
  private boolean handOver() {
    state.set(DrainState.HANDED);
    yielding = Thread.currentThread();
    boolean accepted = false;
    try {
      target.execute(drain);
      accepted = yielding != null; // otherwise it ran inside, and did nothing
    } catch (Throwable refused) {
      // this thread goes on, unless the drain has begun all the same
    }
    yielding = null;
    return accepted || !moves(DrainState.HANDED, DrainState.DRAINING);
  }
}
