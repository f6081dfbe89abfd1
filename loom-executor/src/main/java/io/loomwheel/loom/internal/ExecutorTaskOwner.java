package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of an executor service: it knows all that have not finished, and notices when the last
 * of them has.
 *
 * <p>A task is enrolled before any other thread can know it, so that whoever ends it takes it off
 * the roll. What a submission does, and who may end the task from then on:
 *
 * <pre>
 *   add       the roster has it     who closes the owner, and whoever is given it then
 *   arm       the wheel has it, or  the driver; who stops the timer
 *             its deadline
 *   resubmit  the executor has it   who runs it
 *   return    the caller has it     who cancels its future
 * </pre>
 *
 * A submission that is refused after the first step withdraws the task; if it can't, somebody who
 * closed the owner has it, and it was accepted. One that armed something looks again whether the
 * task was ended meanwhile.
 *
 * <p>Thread-safe. A task is in the roster of the thread that submitted it, so that threads seldom
 * meet. Submitting never waits but for a roster's monitor, held for a few stores.
 */
public final class ExecutorTaskOwner extends TaskOwner {
  private static final int STRIPES =
      Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors());

  /** For the driver of an own timer to hand on what has fired. */
  private static final Duration DRIVER_WAIT = Duration.ofSeconds(5);

  private final Roster[] stripes = new Roster[STRIPES];
  private final @Nullable Executor executor;
  private final boolean ownsTimer;
  private final LongAdder finished = new LongAdder();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Interrupter interrupter = new Interrupter();

  /** Set by the first to close, before it closes any roster; read by anyone. */
  private volatile boolean closing;

  /** Set once all rosters are closed; from then on they only get shorter. */
  private volatile boolean closed;

  /**
   * Set before any roster is closed, if periods are to end; read before and after each is armed.
   */
  private volatile boolean endsPeriods;

  /**
   * Makes an owner without tasks.
   *
   * @param timer whose wheel the tasks wait on
   * @param ownsTimer whether the timer is stopped when the owner is closed and the last task has
   *     finished, by whoever finished it
   * @param executor runs the tasks, in place of the timer's
   */
  public ExecutorTaskOwner(WheelTimer timer, boolean ownsTimer, @Nullable Executor executor) {
    super(timer);
    this.ownsTimer = ownsTimer;
    this.executor = executor;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Roster();
    }
  }

  /**
   * Runs a new task without delay.
   *
   * @param task seen by nobody else yet
   * @return false if the owner is closed or the timer stopped, and the task will not run
   */
  public boolean submit(ExecutorTask task) {
    if (engine().isStopped() || !add(task)) {
      return false;
    }
    resubmit(task);
    return true;
  }

  /**
   * Runs a new task after a delay.
   *
   * @param task seen by nobody else yet
   * @param delayNanos from now
   * @return false if the owner is closed or the timer stopped, and the task will not run
   * @throws java.util.concurrent.RejectedExecutionException if the timer's limit is reached
   */
  public boolean submit(ExecutorTask task, long delayNanos) {
    task.dueAt(fromNow(delayNanos));
    if (!add(task)) {
      return false;
    }
    try {
      if (!arm(task, delayNanos) && task.withdraw()) {
        return false;
      }
    } catch (Throwable refused) {
      if (task.withdraw()) { // otherwise it was accepted: whoever closes the owner has it
        throw refused;
      }
    }
    if (task.isDisposed()) {
      engine().discard(task); // withdrawn by somebody else before it was armed
    }
    return true;
  }

  /**
   * Runs a new task without delay, and watches a deadline, which is no task of this owner.
   *
   * @param task seen by nobody else yet
   * @param deadline made as one that has fired already; {@link WheelNode#onStopped} is called if
   *     the timer was stopped, and somebody else has the task already
   * @param delayNanos from now to the deadline
   * @return false if the owner is closed or the timer stopped, and the task will not run
   * @throws java.util.concurrent.RejectedExecutionException if the timer's limit is reached
   */
  public boolean submit(ExecutorTask task, WheelNode deadline, long delayNanos) {
    if (!add(task)) {
      return false;
    }
    boolean armed = false;
    try {
      armed = engine().arm(deadline, delayNanos);
    } catch (Throwable refused) {
      if (task.withdraw()) {
        throw refused;
      }
    }
    if (!armed) {
      if (task.withdraw()) {
        return false;
      }
      deadline
          .onStopped(); // the thread that closed the owner has the task, and nobody would end it
    }
    resubmit(task); // which finds out if it was withdrawn meanwhile
    return true;
  }

  /**
   * Makes sure that a deadline will not come. Any time after the node was made.
   *
   * @param deadline of {@link #submit(ExecutorTask, WheelNode, long)}
   */
  public void disarm(WheelNode deadline) {
    engine().discard(deadline);
  }

  /**
   * Interrupts a running task, if it still runs; later, on another thread, for the driver.
   *
   * @param task of this owner
   */
  public void interrupt(ExecutorTask task) {
    if (engine().isDriver()) {
      interrupter.interrupt(task);
    } else {
      task.endRun();
    }
  }

  private long fromNow(long delayNanos) {
    long due = engine().now() + Math.max(delayNanos, 0);
    return due < 0 ? WheelNode.NEVER_NANOS : Math.min(due, WheelNode.NEVER_NANOS);
  }

  private boolean add(ExecutorTask task) {
    long hash = Thread.currentThread().threadId() * 0x9E3779B9L;
    task.stripe = (int) (hash >>> 16) & (STRIPES - 1);
    return stripes[task.stripe].add(task);
  }

  /** What is overdue goes back to the executor, behind what waits there, and not by the wheel. */
  @Override
  boolean rearm(Task task, long deadlineNanos) {
    ((ExecutorTask) task).dueAt(deadlineNanos);
    boolean overdue = deadlineNanos <= engine().now();
    boolean handed = overdue && !engine().isStopped() && handOn(task);
    return handed || super.rearm(task, deadlineNanos);
  }

  /** {@return false if the executor would have run the task right here, or memory is short} */
  private boolean handOn(Task task) {
    Overdue next;
    try {
      next = new Overdue(task);
    } catch (OutOfMemoryError noMemory) {
      return false;
    }
    resubmit(next);
    return !next.endHandingOver();
  }

  @Override
  protected void finished(Task task) {
    ExecutorTask executorTask = (ExecutorTask) task;
    if (stripes[executorTask.stripe].remove(executorTask)) {
      finished.increment();
      if (closed) { // the last one sees what all before it have counted
        endIfEmpty();
      }
    }
  }

  /**
   * Accepts no more tasks.
   *
   * @param endsPeriods whether periodic tasks are not to run again
   * @return the unfinished tasks
   */
  public List<ExecutorTask> close(boolean endsPeriods) {
    if (endsPeriods) {
      this.endsPeriods = true;
    }
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
      try {
        if (ownsTimer) {
          stop(DRIVER_WAIT);
        }
      } finally {
        end.countDown();
      }
    }
  }

  /** {@return whether {@link #close} was called} */
  public boolean isClosing() {
    return closing;
  }

  /** {@return whether tasks are accepted} */
  public boolean isOpen() {
    return !closing && !engine().isStopped();
  }

  /** {@return false: what was accepted runs, unless it is withdrawn} */
  @Override
  protected boolean isClosed() {
    return false;
  }

  @Override
  protected boolean refuses() {
    return endsPeriods;
  }

  /** {@return whether the owner is closed and the last task has finished} */
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
