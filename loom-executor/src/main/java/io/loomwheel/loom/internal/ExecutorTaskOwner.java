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
 * The owner of an executor service's tasks. It knows all unfinished tasks and detects when the last
 * one has finished.
 *
 * <p>A task is added to its roster before another thread can see it, so that the thread that ends
 * it can remove it. The steps of a submission, and the threads that may end the task after each:
 *
 * <pre>
 *   add       the roster has it     the thread that closes the owner, and callers that get it
 *   arm       the wheel has it, or  the driver; the thread that stops the timer
 *             its deadline
 *   resubmit  the executor has it   the thread that runs it
 *   return    the caller has it     the thread that cancels its future
 * </pre>
 *
 * A submission that is refused after the first step withdraws the task. If it can't, the thread
 * that closed the owner has the task, and it counts as accepted. After arming, the submission
 * checks again whether the task has ended.
 *
 * <p>Thread-safe. Rosters are striped by the submitting thread, so that threads seldom contend.
 * Submitting only waits for a roster's monitor, held for a few stores.
 */
public final class ExecutorTaskOwner extends TaskOwner {
  private static final int STRIPES =
      Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors());

  /** The longest wait for the driver of an owned timer to dispatch the fired tasks. */
  private static final Duration DRIVER_WAIT = Duration.ofSeconds(5);

  private final Roster[] stripes = new Roster[STRIPES];
  private final @Nullable Executor executor;
  private final boolean ownsTimer;
  private final LongAdder finished = new LongAdder();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final RunCounts counts = new RunCounts();

  /** Set by the first closing thread before it closes any roster. Read by any thread. */
  private volatile boolean closing;

  /** Set once all rosters are closed. After that they only shrink. */
  private volatile boolean closed;

  /**
   * Set before any roster is closed, if periodic tasks are to end. Read before and after a periodic
   * task is armed.
   */
  private volatile boolean endsPeriods;

  /**
   * Makes an owner without tasks.
   *
   * @param timer holds the waiting tasks
   * @param ownsTimer whether the thread that ends this owner, in {@link #endIfEmpty}, stops the
   *     timer
   * @param executor runs the tasks in place of the timer's executor, if not null
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
   * @param task seen by no other thread yet
   * @return false if the owner is closed or the timer stopped, and the task will not run
   */
  public boolean submit(ExecutorTask task) {
    return !engine().isStopped() && add(task) && (engine().resubmit(task) || !task.withdraw());
  }

  /**
   * Runs a new task after a delay.
   *
   * @param task seen by no other thread yet
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
      if (task.withdraw()) { // otherwise it was accepted: the closing thread has it
        throw refused;
      }
    }
    if (task.isDisposed()) {
      engine().discard(task); // another thread withdrew it before it was armed
    }
    return true;
  }

  /**
   * Runs a new task without delay, and arms its deadline. The deadline is no task of this owner.
   *
   * @param task seen by no other thread yet
   * @param deadline a node made as fired; {@link WheelNode#onStopped} is called if the timer was
   *     stopped and another thread has the task already
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
      deadline.onStopped(); // the thread that closed the owner has the task and would not end it
    }
    engine().resubmit(task); // a task withdrawn meanwhile does not run
    return true;
  }

  /**
   * Cancels a deadline. May be called at any time after the node was made.
   *
   * @param deadline a node for {@link #submit(ExecutorTask, WheelNode, long)}
   */
  public void disarm(WheelNode deadline) {
    engine().discard(deadline);
  }

  /**
   * Interrupts a task if it is running. If the driver calls, another thread does it later.
   *
   * @param task a task of this owner
   */
  public void interrupt(ExecutorTask task) {
    if (engine().isDriver()) {
      Interrupter.execute(task::endRun);
    } else {
      task.endRun();
    }
  }

  private long fromNow(long delayNanos) {
    return after(engine().now(), Math.max(delayNanos, 0));
  }

  private boolean add(ExecutorTask task) {
    long hash = Thread.currentThread().threadId() * 0x9E3779B9L;
    task.stripe = (int) (hash >>> 16) & (STRIPES - 1);
    return stripes[task.stripe].add(task);
  }

  /** Hands an overdue task to the executor without the wheel, behind the tasks that wait there. */
  @Override
  boolean rearm(Task task, long deadlineNanos) {
    boolean overdue = deadlineNanos <= engine().now(); // may throw, and is tried again then
    ((ExecutorTask) task).dueAt(deadlineNanos);
    boolean handed = overdue && !engine().isStopped() && Overdue.handOn(task, this);
    return handed || super.rearm(task, deadlineNanos);
  }

  @Override
  int began(Endable task) {
    counts.begin();
    return super.began(task);
  }

  @Override
  void left(Endable task, int place) {
    counts.end(); // before the task is finished, so that all are counted when the owner ends
  }

  @Override
  protected void finished(Task task) {
    ExecutorTask executorTask = (ExecutorTask) task;
    if (stripes[executorTask.stripe].remove(executorTask)) {
      finished.increment();
      if (closed) { // the last one sees the counts of all before it
        endIfEmpty();
      }
    }
  }

  /**
   * Rejects new tasks.
   *
   * @param endsPeriods true if periodic tasks must not run again
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

  /** Ends now if no task is left. To be called after each {@link #close}. */
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

  /** {@return false: accepted tasks run, unless they are withdrawn} */
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

  /** {@return the number of accepted, unfinished tasks} Never too low. */
  public long size() {
    long left = -finished.sum(); // read before the added ones, so that it is never too low
    for (Roster stripe : stripes) {
      left += stripe.added();
    }
    return left;
  }

  /** {@return the counts of runs; each run of a periodic task counts} */
  public RunCounts counts() {
    return counts;
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
    tellThread(cause);
    return false;
  }
}
