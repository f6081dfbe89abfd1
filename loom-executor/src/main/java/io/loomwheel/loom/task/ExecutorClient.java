package io.loomwheel.loom.task;

import io.loomwheel.WheelTimer;
import io.loomwheel.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Where the tasks of an executor service belong: it knows all that have not finished, and notices
 * when the last of them has.
 *
 * <p>Thread-safe. A task is in the roster of the thread that submitted it, so that threads seldom
 * meet. Submitting never waits but for a roster's monitor, held for a few stores.
 */
public final class ExecutorClient extends Client {
  private static final int STRIPES =
      Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors());

  private final Roster[] stripes = new Roster[STRIPES];
  private final @Nullable Executor executor;
  private final Runnable onEnd;
  private final LongAdder finished = new LongAdder();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Set by the first to close, before it closes any roster; read by anyone. */
  private volatile boolean closing;

  /** Set once all rosters are closed; from then on they only get shorter. */
  private volatile boolean closed;

  /**
   * Makes a client without tasks.
   *
   * @param timer whose wheel the tasks wait on
   * @param executor runs them, in place of the timer's
   * @param onEnd run once, when the client is closed and the last task has finished, by whoever
   *     finished it
   */
  public ExecutorClient(WheelTimer timer, @Nullable Executor executor, Runnable onEnd) {
    super(timer);
    this.executor = executor;
    this.onEnd = onEnd;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Roster();
    }
  }

  /**
   * Has a new task run without delay.
   *
   * @param task seen by nobody else yet
   * @return false if the client is closed or the timer stopped, and the task will not run
   */
  public boolean submit(ExecutorTask task) {
    if (engine().isStopped() || !add(task)) {
      return false;
    }
    resubmit(task);
    return true;
  }

  /**
   * Has a new task run after a delay.
   *
   * @param task seen by nobody else yet
   * @param delayNanos from now
   * @return false if the client is closed or the timer stopped, and the task will not run
   * @throws java.util.concurrent.RejectedExecutionException if the timer's limit is reached
   */
  public boolean submit(ExecutorTask task, long delayNanos) {
    if (!add(task)) {
      return false;
    }
    try {
      if (!arm(task, delayNanos) && task.withdraw()) {
        return false;
      }
    } catch (Throwable refused) {
      if (task.withdraw()) { // otherwise it was accepted: whoever closes the client has it
        throw refused;
      }
    }
    task.armed();
    if (task.isDisposed()) {
      engine().discard(task); // withdrawn by somebody else before it was armed
    }
    return true;
  }

  /**
   * Arms a deadline, which is no task of this client.
   *
   * @param node seen by nobody else yet
   * @param delayNanos from now
   * @return false if the timer is stopped
   */
  public boolean armDeadline(WheelNode node, long delayNanos) {
    return engine().arm(node, delayNanos);
  }

  /**
   * Takes a deadline back, if it has not come.
   *
   * @param node that was armed by {@link #armDeadline}
   */
  public void disarm(WheelNode node) {
    engine().cancel(node);
  }

  private boolean add(ExecutorTask task) {
    long hash = Thread.currentThread().threadId() * 0x9E3779B9L;
    task.stripe = (int) (hash >>> 16) & (STRIPES - 1);
    return stripes[task.stripe].add(task);
  }

  @Override
  boolean rearm(Task task, long deadlineNanos) {
    boolean armed = super.rearm(task, deadlineNanos);
    ((ExecutorTask) task).armed();
    return armed;
  }

  @Override
  void finished(Task task) {
    ExecutorTask executorTask = (ExecutorTask) task;
    if (stripes[executorTask.stripe].remove(executorTask)) {
      finished.increment();
      if (closed) { // the last one sees what all before it have counted
        endIfEmpty();
      }
    }
  }

  /** {@return the unfinished tasks} None is accepted any more. */
  public List<ExecutorTask> close() {
    closing = true;
    List<ExecutorTask> left = new ArrayList<>();
    for (Roster stripe : stripes) {
      left.addAll(stripe.close());
    }
    closed = true;
    return left;
  }

  /** Ends now if nothing is left to be done. To be called after each {@link #close}. */
  public void endIfEmpty() {
    if (size() == 0 && ended.compareAndSet(false, true)) {
      onEnd.run();
      end.countDown();
    }
  }

  /** {@return whether {@link #close} was called} */
  public boolean isClosing() {
    return closing;
  }

  /** {@return false: what was accepted runs, unless it is withdrawn} */
  @Override
  protected boolean isClosed() {
    return false;
  }

  /** {@return whether the client is closed and the last task has finished} */
  public boolean isEnded() {
    return end.getCount() == 0;
  }

  /**
   * Waits for the end.
   *
   * @param nanos at most
   * @return whether it has come
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return end.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** {@return how many tasks have been accepted and are not finished} */
  public long size() {
    long left = -finished.sum(); // before what was added, so that it is never less
    for (Roster stripe : stripes) {
      left += stripe.added();
    }
    return left;
  }

  /** {@return the timer's time, in nanoseconds since its origin} */
  public long now() {
    return engine().now();
  }

  @Override
  protected @Nullable Executor executor() {
    return executor;
  }

  @Override
  protected boolean interruptsOnDispose() {
    return true;
  }

  @Override
  protected boolean failed(Throwable cause, boolean periodic) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
    return false;
  }
}
