package io.loomwheel.loom.internal;

import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A Worker: runs its tasks one after the other, in the order of their deadlines, equal ones in the
 * order of submission. A task without delay is due when it is submitted. Each task happens-before
 * the next.
 *
 * <p>It is a small timer of its own. Its tasks wait in a {@link TaskQueue}; only its {@link
 * WorkerAlarm} waits in the wheel, for the first of them. When the alarm fires, or a task without
 * delay comes, a drain runs what is due on a borrowed thread:
 *
 * <pre>
 *   IDLE     --leavesIdle-->   HANDED    the thread that submits, or that the alarm runs on; it
 *                                        hands the drain over,
 *            --leavesIdle-->   DRAINING  or drains, if that of the alarm may run tasks
 *   HANDED   --begins-->       DRAINING  the first thread that runs the drain
 *   HANDED   --takeBack-->     IDLE      the thread that handed it over and was refused
 *   DRAINING --isRelieved-->   HANDED    after a batch, so that busy Workers share few threads
 *   DRAINING --rests-->        IDLE      the draining thread: nothing is due, and the alarm is set
 * </pre>
 *
 * A Worker that isn't idle is among the running ones of its scheduler. So a scheduler that ends
 * finds each Worker with tasks there or, by its alarm, in the wheel. A thread that moves a Worker
 * from one to the other looks at the scheduler afterwards.
 *
 * <p>Thread-safe by its monitor. That is held for a few stores (O(log n) steps if deadlines don't
 * come in order), never during a call to other code, nor while the clock is read.
 */
public class WorkerTaskOwner extends TaskOwner implements Endable, Runnable {
  /** Tasks run before a drain gives its thread back. */
  private static final int BATCH = 128;

  private static final int REFUSED = 0;
  private static final int ADDED = 1;
  private static final int TO_ALARM = 2;
  private static final int TO_HAND_OVER = 3;

  enum Phase {
    IDLE,
    HANDED,
    DRAINING
  }

  private final TaskOwner scheduler;

  /** Guarded by this, as all fields below. */
  private final TaskQueue queue = new TaskQueue();

  private Phase phase = Phase.IDLE;

  /** The latest time that a thread has read here: a task with a deadline by then is due. */
  private long seenNanos;

  /** The task that was taken out of the queue last, or null if it has ended. */
  private @Nullable WorkerTask running;

  /** Made for the first task with a delay, which most Workers never get. */
  private @Nullable WorkerAlarm alarm;

  /** Counts the hand-overs, so that only the latest can be taken back. */
  private int hands;

  /** The thread that offers its drain to another after a batch; null if that ran it inside. */
  private @Nullable Thread relieved;

  /** Whether {@link #released} was called. */
  private boolean released;

  /** Set once. Read without the monitor too, before each run. */
  private volatile boolean closed;

  /** The place among the scheduler's running ones. Written before the drain is handed over. */
  private int place;

  /**
   * Makes a Worker of a scheduler.
   *
   * @param scheduler handles failures
   */
  public WorkerTaskOwner(TaskOwner scheduler) {
    super(scheduler.timer());
    this.scheduler = scheduler;
  }

  // --- what a Worker on a target does otherwise ---

  /**
   * Hands the drain, which is this object, to the threads that run it.
   *
   * @param mayRefuse whether the calling thread can do without: it submits a task without delay,
   *     and throws what this throws, or drains and would go on
   * @return false if it was refused
   */
  protected boolean hand(boolean mayRefuse) {
    resubmit(this);
    return true;
  }

  /** {@return whether tasks may run on the thread that the alarm runs on} */
  protected boolean runsWhereAlarmed() {
    return true;
  }

  /** Called when the drain was refused, or the hand-over threw, and it will not run. */
  protected void refused() {
    dispose();
  }

  /** {@return whether the threads that run the drain were taken away} */
  protected boolean isCutOff() {
    return false;
  }

  /** Called once after the Worker was disposed of, when it doesn't run. */
  protected void released() {}

  // --- submissions ---

  /**
   * Runs a new task after a delay.
   *
   * @param task a {@link WorkerTask} that no other thread has seen yet
   * @param delayNanos zero or less means after the tasks that are due already
   * @return false if the Worker was disposed of or the timer stopped, and the task will not run
   */
  @Override
  public boolean arm(Task task, long delayNanos) {
    if (isDisposed() || !scheduler.admit()) {
      return false;
    }
    WorkerTask mine = (WorkerTask) task;
    long slackNanos = delayNanos >> 3;
    int added = REFUSED;
    try {
      added = engine().isStopped() ? REFUSED : addNew(mine, delayNanos, slackNanos);
    } finally {
      if (added == REFUSED) {
        giveBack(mine);
        scheduler.ended();
      }
    }
    try {
      if (added == TO_ALARM) {
        setAlarm(Phase.IDLE, slackNanos);
      } else if (added == TO_HAND_OVER) {
        handOver(mine);
      }
    } catch (Throwable refused) {
      if (task.withdraw() || task.isWithdrawn()) {
        throw refused;
      }
    }
    return added != REFUSED && scheduler.keeps(task);
  }

  private int addNew(WorkerTask task, long delayNanos, long slackNanos) {
    if (delayNanos <= 0) {
      return add(task, engine().now(), 0);
    }
    engine().takePlace();
    task.counted = true;
    return add(task, engine().deadlineAfter(delayNanos), slackNanos);
  }

  private void giveBack(WorkerTask task) {
    if (task.counted) {
      engine().givePlace();
    }
  }

  /** {@return whether it was refused, or what the calling thread has to do about it} */
  private synchronized int add(WorkerTask task, long deadlineNanos, long slackNanos) {
    if (closed) {
      return REFUSED;
    }
    task.primeFired(deadlineNanos);
    queue.add(task);
    if (task.counted) {
      boolean waits = phase == Phase.IDLE && (alarm == null || !alarm.isSeenTo(slackNanos));
      return waits ? TO_ALARM : ADDED;
    }
    return leavesIdle(Phase.HANDED, deadlineNanos) ? TO_HAND_OVER : ADDED;
  }

  /** {@return whether the Worker was idle and something is due: this thread sees to it} */
  private synchronized boolean leavesIdle(Phase to, long nowNanos) {
    seenNanos = Math.max(seenNanos, nowNanos);
    boolean leaves = isDue(queue.first()) && moves(Phase.IDLE, to);
    hands += leaves ? 1 : 0;
    return leaves;
  }

  private boolean moves(Phase from, Phase to) {
    boolean moves = phase == from;
    phase = moves ? to : phase;
    return moves;
  }

  private boolean isDue(@Nullable WorkerTask first) {
    return first != null && first.deadlineNanos() <= seenNanos;
  }

  /** Adds a periodic task after a run. The draining thread finds it. */
  @Override
  boolean rearm(Task task, long deadlineNanos) {
    engine().retakePlace();
    WorkerTask mine = (WorkerTask) task;
    boolean added = addAgain(mine, true, Math.min(deadlineNanos, WheelNode.NEVER_NANOS));
    if (!added) {
      giveBack(mine);
    }
    return added;
  }

  @Override
  boolean again(Task task) {
    return addAgain((WorkerTask) task, false, engine().now());
  }

  private boolean addAgain(WorkerTask task, boolean counted, long deadlineNanos) {
    task.counted = counted;
    boolean added = add(task, deadlineNanos, 0) != REFUSED;
    if (added && task.isDisposed()) {
      finished(task); // the thread that disposed of it has not found it in the queue
    }
    return added;
  }

  // --- the drain ---

  /** Runs what is due, if the drain was handed over and no other thread has begun it. */
  @Override
  public final void run() {
    if (begins()) {
      drain();
    }
  }

  private synchronized boolean begins() {
    if (relieved == Thread.currentThread()) {
      relieved = null;
      return false;
    }
    return moves(Phase.HANDED, Phase.DRAINING);
  }

  /** Hands the drain over. Withdraws a task if that throws on its submission, and throws it on. */
  private void handOver(@Nullable WorkerTask submitted) {
    int entered = scheduler.began(this);
    place = entered;
    int number = hands; // no other thread hands it over before this drain has begun
    Throwable cause = null;
    try {
      if (!isClosed() && hand(submitted != null)) {
        return;
      }
    } catch (Throwable thrown) {
      cause = thrown;
    }
    if (takeBack(number)) {
      scheduler.left(this, entered);
      if (submitted != null && cause != null) {
        submitted.withdraw(); // what is due behind it may not wait for it
      }
      refused();
      if (submitted != null) {
        Callbacks.throwIfAny(cause);
      }
    }
  }

  private synchronized boolean takeBack(int number) {
    return hands == number && moves(Phase.HANDED, Phase.IDLE);
  }

  private void drain() {
    int entered = place;
    boolean interrupted = Thread.currentThread().isInterrupted();
    try {
      while (runBatch()) {
        if (isRelieved()) {
          return;
        }
      }
    } catch (Throwable failure) { // of the clock, or for lack of memory or stack
      tellThread(failure);
      rest();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    scheduler.left(this, entered);
    lookAtScheduler();
  }

  /** {@return whether there may be more to run after a batch; if not, the Worker is idle} */
  private boolean runBatch() {
    for (int ran = 0; ran < BATCH; ran++) {
      WorkerTask task = next();
      if (task == null) {
        return false;
      }
      try {
        task.run();
      } catch (Throwable failure) {
        tellThread(failure);
      } finally {
        Thread.interrupted();
      }
    }
    return true;
  }

  /** {@return the next task that is due; null if there is none, and the Worker is idle} */
  private @Nullable WorkerTask next() {
    WorkerTask task = takeDue(0);
    if (task != null || rests(false)) {
      return task;
    }
    while ((task = takeDue(engine().now())) == null && !rests(true)) {
      setAlarm(Phase.DRAINING, WorkerAlarm.ANY_SLACK);
      // then the clock again: a test may have moved it
    }
    return task;
  }

  private @Nullable WorkerTask takeDue(long nowNanos) {
    WorkerTask task;
    synchronized (this) {
      seenNanos = Math.max(seenNanos, nowNanos);
      task = closed ? null : queue.first();
      if (task == null || !isDue(task)) {
        return null;
      }
      queue.remove(task);
      running = task;
    }
    giveBack(task);
    return task;
  }

  /** {@return whether the Worker is idle now, because nothing waits, or only for the alarm} */
  private synchronized boolean rests(boolean forAlarm) {
    WorkerTask first = closed ? null : queue.first();
    if (first != null
        && !(forAlarm && !isDue(first) && alarm != null && alarm.isSeenTo(WorkerAlarm.ANY_SLACK))) {
      return false;
    }
    rest();
    return true;
  }

  private synchronized void rest() {
    running = null;
    phase = Phase.IDLE;
  }

  /** Hands the drain to another thread. {@return false if this thread has to go on} */
  private boolean isRelieved() {
    int number;
    synchronized (this) {
      phase = Phase.HANDED;
      number = ++hands;
      relieved = Thread.currentThread();
    }
    boolean handed = false;
    try {
      handed = hand(true);
    } catch (Throwable refused) {
      // this thread goes on
    }
    synchronized (this) {
      boolean ranInside = relieved == null;
      relieved = null;
      boolean handedOn = handed && !ranInside;
      return handedOn || hands != number || !moves(Phase.HANDED, Phase.DRAINING);
    }
  }

  // --- the alarm ---

  /** Called by the alarm when it has fired, for the first task or before that is due. */
  final void alarmed() {
    engine().retakePlace(); // the node had it
    try {
      boolean here = runsWhereAlarmed();
      if (leavesIdle(here ? Phase.DRAINING : Phase.HANDED, engine().now())) {
        if (here) {
          place = scheduler.began(this);
          drain();
        } else {
          handOver(null);
        }
        return;
      }
    } catch (Throwable failure) { // of the clock
      tellThread(failure);
    }
    setAlarm(Phase.IDLE, WorkerAlarm.ANY_SLACK);
    lookAtScheduler();
  }

  /** Sets the alarm for what is still in the queue, after a refusal. */
  protected final void waitForNext() {
    setAlarm(Phase.IDLE, WorkerAlarm.ANY_SLACK);
  }

  private void setAlarm(Phase in, long slackNanos) {
    if (!alarm().set(in, slackNanos)) {
      dispose(); // the timer was stopped
    }
  }

  private synchronized WorkerAlarm alarm() {
    WorkerAlarm made = alarm;
    if (made == null) {
      made = new WorkerAlarm(this);
      alarm = made;
    }
    return made;
  }

  /** {@return whether the Worker is in a phase} Under the monitor, as the next. */
  final boolean isIn(Phase asked) {
    return phase == asked;
  }

  /** {@return when the alarm is to go off for the first task; negative if there is none} */
  final long alarmTime() {
    WorkerTask first = closed ? null : queue.first();
    return first == null ? -1 : first.deadlineNanos();
  }

  // --- the end ---

  /** {@return whether the Worker was disposed of} */
  public final boolean isDisposed() {
    return closed || scheduler.refuses() || isCutOff();
  }

  /** {@return the number of submitted, unfinished tasks} */
  public final synchronized int size() {
    return queue.size() + (running == null || running.isDisposed() ? 0 : 1);
  }

  /**
   * Disposes of every task and rejects new ones. Idempotent; any thread, its tasks' threads
   * included.
   */
  @Override
  public void dispose() {
    List<WorkerTask> tasks = new ArrayList<>();
    WorkerAlarm set;
    boolean releases;
    synchronized (this) {
      closed = true;
      queue.forEach(tasks::add);
      if (running != null) {
        tasks.add(running);
      }
      set = alarm;
      releases = phase != Phase.DRAINING && !released;
      released |= releases;
    }
    try {
      Callbacks.callEach(tasks, Endable::dispose);
    } finally {
      if (set != null) {
        set.drop();
      }
      if (releases) {
        released();
      }
    }
  }

  /** Called in place of {@link #alarmed}, if the stop of the timer has cancelled the alarm. */
  final void stopped() {
    engine().retakePlace();
    dispose();
  }

  @Override
  public final void endPeriods() {
    List<WorkerTask> tasks = new ArrayList<>();
    synchronized (this) {
      queue.forEach(tasks::add);
    }
    tasks.forEach(Task::endPeriods);
  }

  @Override
  public final boolean belongsTo(TaskOwner owner) {
    return scheduler == owner;
  }

  private void lookAtScheduler() {
    if (isClosed()) {
      dispose();
    } else if (scheduler.refuses()) {
      endPeriods();
    }
  }

  @Override
  void discard(Task task) {
    // it is in no wheel
  }

  /** Nothing: the drain takes the next one. */
  @Override
  protected void ran(Task task) {}

  @Override
  protected void finished(Task task) {
    WorkerTask ended = (WorkerTask) task;
    boolean waited;
    synchronized (this) {
      waited = queue.remove(ended);
      running = running == ended ? null : running;
    }
    if (waited) {
      giveBack(ended);
    }
  }

  @Override
  void ended() {
    scheduler.ended();
  }

  @Override
  protected @Nullable Executor executor() {
    return scheduler.executor();
  }

  @Override
  protected final boolean isClosed() {
    return closed || scheduler.isClosed() || isCutOff();
  }

  @Override
  protected final boolean refuses() {
    return isDisposed();
  }

  @Override
  protected boolean interruptsOnDispose() {
    return scheduler.interruptsOnDispose();
  }

  @Override
  protected boolean failed(Throwable cause, boolean periodic) {
    return scheduler.failed(cause, periodic);
  }
}
