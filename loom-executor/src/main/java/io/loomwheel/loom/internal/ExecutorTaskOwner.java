package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
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
 * that closed the owner has the task, and it counts as accepted. Each submission returns false if
 * the owner is closed or the timer stopped, and throws a rejection if the timer's limit is reached;
 * then the task will not run.
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
  private final AtomicBoolean ending = new AtomicBoolean();
  private final RunCounts counts = new RunCounts();

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
   * @param ownsTimer whether {@link #endIfEmpty} stops the timer
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
   * @return whether it was accepted
   */
  public boolean submit(ExecutorTask task) {
    return !engine().isStopped() && add(task) && (engine().resubmit(task) || !task.withdraw());
  }

  /**
   * Runs a new task after a delay.
   *
   * @param task seen by no other thread yet
   * @param delayNanos from now
   * @return whether it was accepted
   */
  public boolean submit(ExecutorTask task, long delayNanos) {
    task.dueNanos = after(now(), Math.max(delayNanos, 0));
    if (!add(task) || (!armFor(task, task, delayNanos) && task.withdraw())) {
      return false;
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
   * @return whether it was accepted
   */
  public boolean submit(ExecutorTask task, WheelNode deadline, long delayNanos) {
    if (!add(task)) {
      return false;
    }
    if (!armFor(task, deadline, delayNanos)) {
      if (task.withdraw()) {
        return false;
      }
      deadline.onStopped(); // the thread that closed the owner has the task and would not end it
    }
    engine().resubmit(task); // a task withdrawn meanwhile does not run
    return true;
  }

  private boolean add(ExecutorTask task) {
    long hash = Thread.currentThread().threadId() * 0x9E3779B9L;
    task.stripe = (int) (hash >>> 16) & (STRIPES - 1);
    return stripes[task.stripe].add(task);
  }

  private boolean armFor(ExecutorTask task, WheelNode node, long delayNanos) {
    try {
      return engine().arm(node, delayNanos);
    } catch (Throwable refused) {
      if (task.withdraw()) {
        throw refused;
      }
      return false;
    }
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

  /** Hands an overdue task to the executor without the wheel, behind the tasks that wait there. */
  @Override
  boolean rearm(Task task, long deadlineNanos) {
    boolean overdue = deadlineNanos <= now(); // may throw, and is tried again then
    ((ExecutorTask) task).dueNanos = deadlineNanos;
    boolean atOnce = overdue && !engine().isStopped();
    return atOnce ? again(task) : super.rearm(task, deadlineNanos);
  }

  @Override
  int began(Endable task) {
    counts.begin();
    return 0;
  }

  @Override
  void left(Endable task, int place) {
    counts.end(); // before the task has ended, so that all are counted when the owner ends
  }

  @Override
  protected void ended(Task task) {
    ExecutorTask mine = (ExecutorTask) task;
    if (stripes[mine.stripe].remove(mine)) {
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
    List<ExecutorTask> left = new ArrayList<>();
    for (Roster stripe : stripes) {
      left.addAll(stripe.close());
    }
    closed = true;
    return left;
  }

  /** Ends now if no task is left. To be called after each {@link #close}. */
  public void endIfEmpty() {
    if (size() == 0 && ending.compareAndSet(false, true)) {
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
  public boolean isClosed() {
    return closed;
  }

  /** {@return DRAINING once periodic tasks end; an accepted task runs unless it is withdrawn} */
  @Override
  public OwnerState state() {
    return endsPeriods ? OwnerState.DRAINING : OwnerState.OPEN;
  }

  /** {@return counted down when the owner is closed and the last task has finished} */
  public CountDownLatch end() {
    return end;
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
  public boolean failed(Throwable cause, boolean periodic) {
    tellThread(cause);
    return false;
  }

  /**
   * Unfinished tasks, in an array with holes where some have finished.
   *
   * <p>Thread-safe. Threads add tasks under the monitor; mostly it is one thread. The thread that
   * finishes a task removes it with a compare-and-set of its cell, without the monitor. O(1)
   * amortised, except {@link #close}.
   */
  static final class Roster {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(ExecutorTask[].class);
    private static final int FIRST_CAPACITY = 16;

    /** Written under the monitor; a finished task's cell is cleared without it. */
    private @Nullable ExecutorTask[] cells = new ExecutorTask[FIRST_CAPACITY];

    private int size;
    private long added;
    private boolean closed;

    /** {@return false if the roster is closed, and the task is not in it} */
    synchronized boolean add(ExecutorTask task) {
      if (closed) {
        return false;
      }
      while (size > 0 && cells[size - 1] == null) {
        size--;
      }
      if (size == cells.length) {
        makeRoom();
      }
      put(task, cells, size++);
      added++;
      return true;
    }

    /** {@return whether this call removed the task} */
    boolean remove(ExecutorTask task) {
      return clear(task) || clearWhereItLiesNow(task);
    }

    /** Tries again under the monitor: a task that is being moved is in no cell for a moment. */
    private synchronized boolean clearWhereItLiesNow(ExecutorTask task) {
      return clear(task);
    }

    private static boolean clear(ExecutorTask task) {
      @Nullable ExecutorTask[] array = task.cells;
      int i = task.index;
      return i < array.length && CELL.compareAndSet(array, i, task, null);
    }

    private static void put(ExecutorTask task, @Nullable ExecutorTask[] array, int i) {
      array[i] = task;
      task.cells = array;
      task.index = i;
    }

    private void makeRoom() {
      moveTo(cells);
      if (size > cells.length / 2) {
        moveTo(new ExecutorTask[cells.length * 2]);
      }
    }

    /**
     * Closes the holes. Clears each old cell first, so that no thread removes a task being moved.
     */
    private void moveTo(@Nullable ExecutorTask[] target) {
      @Nullable ExecutorTask[] source = cells;
      int to = 0;
      for (int from = 0; from < size; from++) {
        ExecutorTask task = source[from];
        if (task != null && CELL.compareAndSet(source, from, task, null)) {
          put(task, target, to++);
        }
      }
      cells = target;
      size = to;
    }

    /** {@return all tasks, in order of addition} Rejects new tasks from now on. */
    synchronized List<ExecutorTask> close() {
      closed = true;
      List<ExecutorTask> all = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        ExecutorTask task = cells[i];
        if (task != null) {
          all.add(task);
        }
      }
      return all;
    }

    /** {@return the number of tasks ever added} */
    synchronized long added() {
      return added;
    }
  }
}
