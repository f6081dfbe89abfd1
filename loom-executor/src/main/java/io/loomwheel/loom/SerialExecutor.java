package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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

  private final Executor target;
  private final BiConsumer<? super Runnable, ? super Throwable> onFailure;

  /** Starts a thread for tasks that were accepted while the target refused. */
  private final Executor fresh;

  /** The task pushed last, above those before it. The drain takes all at once. */
  private final AtomicReference<@Nullable Link> top = new AtomicReference<>();

  /** The tasks that the drain has taken, oldest first. Used by the drain alone. */
  private @Nullable Link oldest;

  private final Runnable drain = this::begin;

  /**
   * Unfinished tasks, at least. The thread that raises it from 0 to 1 hands {@link #drain} to the
   * target. Only the drain lowers it, or the thread that takes a refused drain back. The drain ends
   * at 0, with an empty queue. So there is one drain at a time.
   */
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Whether a drain was handed over and has not begun. Set by the thread that hands it over.
   * Cleared by compare-and-set, by the thread that begins it or by the one that takes it back. So a
   * target that runs the drain twice, or accepts it and then throws, doesn't start a second one.
   */
  private final AtomicBoolean handed = new AtomicBoolean();

  /**
   * The thread that offers its drain to another after a batch. If it finds itself here when it
   * begins a drain, the target runs that inside the offer. Another one that does the same clears it
   * early at worst: then that drain goes on one call deeper.
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
    this(target, Failures.UNCAUGHT);
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
    this.fresh = fresh;
    this.target = Objects.requireNonNull(target, "target");
    this.onFailure = Objects.requireNonNull(onFailure, "onFailure");
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
    Link queued = new Link(Objects.requireNonNull(task, "task"));
    do {
      queued.next = top.get();
    } while (!top.compareAndSet(queued.next, queued));
    if (open.getAndIncrement() == 0) {
      handed.set(true);
      try {
        target.execute(drain);
      } catch (Throwable refused) {
        if (takeBack()) { // otherwise the drain has begun, although the target threw
          queued.task = null;
          drainForOthers();
          throw refused;
        }
      }
    }
  }

  /** Takes back the count of a refused task. What others submitted meanwhile still runs. */
  private void drainForOthers() {
    if (open.decrementAndGet() > 0) {
      handed.set(true);
      try {
        fresh.execute(drain);
      } catch (Throwable noThread) {
        begin(); // on this thread: no other will drain
      }
    }
  }

  private void begin() {
    if (relieved == Thread.currentThread()) {
      relieved = null;
    } else if (takeBack()) {
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

  /** {@return whether the drain handed over had not begun; if so, only the caller may begin it} */
  private boolean takeBack() {
    return handed.compareAndSet(true, false);
  }

  private void drain() {
    for (int ran = 0; ; ran++) {
      if (ran > 0 && ran % BATCH == 0 && handOver()) {
        return;
      }
      Runnable task = poll();
      if (task != null) {
        run(task);
      }
      if (open.decrementAndGet() == 0 && (isEmpty() || !open.compareAndSet(0, 1))) {
        return;
      }
    }
  }

  private @Nullable Runnable poll() {
    if (oldest == null) {
      for (Link link = top.getAndSet(null); link != null; ) {
        Link below = link.next;
        link.next = oldest;
        oldest = link;
        link = below;
      }
    }
    Link first = oldest;
    if (first == null) {
      return null;
    }
    oldest = first.next;
    first.next = null;
    return first.task;
  }

  private boolean isEmpty() {
    return oldest == null && top.get() == null;
  }

  /** A queued task, or null in place of one that was refused. */
  private static final class Link {
    private @Nullable Runnable task;
    private @Nullable Link next;

    Link(Runnable task) {
      this.task = task;
    }
  }

  /** Hands the drain to another thread. {@return false if this thread has to go on} */
  private boolean handOver() {
    handed.set(true);
    relieved = Thread.currentThread();
    try {
      target.execute(drain);
    } catch (Throwable refused) {
      relieved = null;
      return !takeBack();
    }
    boolean ranInline = relieved == null;
    relieved = null;
    return !ranInline || !takeBack();
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
