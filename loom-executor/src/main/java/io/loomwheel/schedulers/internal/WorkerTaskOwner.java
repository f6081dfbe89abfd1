package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Worker: runs its tasks one after the other, in the order of their deadlines, equal ones in the
 * order of submission. A task without delay is due at once. Each task happens-before the next.
 *
 * <p>Its tasks wait in a {@link TaskQueue}, which it is itself; only its {@link WorkerAlarm} waits
 * in the wheel, for the first of them. When the alarm fires, or a task without delay comes, a drain
 * runs what is due on a thread of the executor, or of the scheduler's {@link Target}:
 *
 * <pre>
 *   IDLE     --leavesIdle-->   HANDED    the thread that submits, or that the alarm runs on; it
 *                                        hands the drain over,
 *            --leavesIdle-->   DRAINING  or drains, if that of the alarm may run tasks
 *   HANDED   --begins-->       DRAINING  the first thread that runs the drain
 *   HANDED   --handOver-->     IDLE      the thread that handed it over and was refused
 *            --restUnrun-->    IDLE      the thread that disposed of the last task that was due
 *   DRAINING --yields-->       HANDED    after a batch, so that busy Workers share few threads
 *   DRAINING --rests-->        IDLE      the draining thread: nothing is due, and the alarm is set
 * </pre>
 *
 * A scheduler that ends finds a Worker among the running ones, unless it is idle, or by its alarm
 * in the wheel. A thread that moves it from one to the other checks the scheduler afterwards.
 *
 * <p>Thread-safe by its monitor. That is held for a few stores (O(log n) steps if deadlines don't
 * come in order), never during a call to other code, nor while the clock is read.
 */
@SuppressWarnings("exports") // its superclass has nothing for others
public final class WorkerTaskOwner extends TaskQueue implements TaskOwner.Endable {
  /** How many tasks run before the thread is yielded. */
  private static final int BATCH = 128;

  enum Phase {
    IDLE,
    HANDED,
    DRAINING
  }

  /** What the thread that adds a task has to do about it. */
  private enum Added {
    REFUSED,
    WAITS,
    NEEDS_ALARM,
    NEEDS_DRAIN
  }

  private final SchedulerTaskOwner scheduler;

  private final boolean hasOneTask;

  /** Used by the target alone. Written by the thread that hands over, read by any. */
  volatile @Nullable TargetWorker worker;

  /**
   * Guarded by this, as all fields below. Written by threads that submit, dispose or drain, and by
   * that of the alarm.
   */
  Phase phase = Phase.IDLE;

  /** The latest time that a thread has read here: a task with a deadline by then is due. */
  private long seenNanos;

  /** The task that was taken out of the queue last, or null if it has ended. */
  private @Nullable WorkerTask running;

  /** Made for the first task with a delay, which most Workers never get. */
  private @Nullable WorkerAlarm alarm;

  /** Counts the hand-overs, so that only the latest can be taken back. */
  private int handOvers;

  /** The thread that offers its drain to another after a batch; null if it ran inside. */
  private @Nullable Thread yielding;

  /** Takes the drain out of the target's queue; null if it begins before that is known. */
  private @Nullable Runnable takeOut;

  /** Whether the target was told that it is disposed of, and doesn't run. */
  private boolean released;

  /** Set once. Read without the monitor too, before each run. */
  private volatile boolean disposed;

  /**
   * The last cell among the scheduler's running ones, the first to try again: many Workers are
   * handed over by the driver. Written before the drain is handed over.
   */
  private int cell = SchedulerTaskOwner.NO_CELL;

  /**
   * Makes a Worker of a scheduler. If that has a target, tasks run only there, and the alarm on the
   * timer's executor.
   *
   * @param scheduler counts the tasks, and handles failures
   * @param hasOneTask whether it is disposed of when its first task has ended
   */
  public WorkerTaskOwner(SchedulerTaskOwner scheduler, boolean hasOneTask) {
    super(
        scheduler.timer(),
        scheduler.target == null ? scheduler.executor : null,
        scheduler.interrupts);
    this.scheduler = scheduler;
    this.hasOneTask = hasOneTask;
  }

  /** {@return the owner of the scheduler's tasks} */
  public SchedulerTaskOwner scheduler() {
    return scheduler;
  }

  /**
   * {@return whether the drain, which is this object, was handed to the threads that run it}
   *
   * @param mayRefuse whether the calling thread can do without: it submits a task without delay,
   *     and throws what this throws, or drains and would go on
   */
  private boolean hand(boolean mayRefuse) {
    Target target = scheduler.target;
    if (target != null) {
      return mayRefuse ? target.submit(this) : target.handDue(this);
    }
    TimerAccess.dispatcherOf(timer()).dispatch(this, executor);
    return true;
  }

  /** The same for a {@link WorkerTask}; without a delay it runs after what is due already. */
  @Override
  public boolean arm(Task task, long delayNanos) {
    return !isDisposed() && scheduler.admit(task, this, delayNanos);
  }

  /** {@return whether a new task was accepted} Adds it to the queue. */
  boolean accept(Task task, long delayNanos) {
    if (engine().isStopped()) {
      return false;
    }
    WorkerTask mine = (WorkerTask) task;
    long deadline = delayNanos > 0 ? engine().deadlineAfter(delayNanos) : engine().now();
    if (delayNanos > 0) {
      engine().acquirePermit();
      mine.counted = true;
    }
    Added added = add(mine, deadline, delayNanos >> 3);
    if (added == Added.NEEDS_ALARM) {
      alarm().set(Phase.IDLE, delayNanos >> 3);
    } else if (added == Added.NEEDS_DRAIN) {
      handOver(mine);
    }
    return added != Added.REFUSED;
  }

  private synchronized Added add(WorkerTask task, long deadlineNanos, long slackNanos) {
    if (disposed) {
      return Added.REFUSED;
    }
    task.primeFired(deadlineNanos);
    add(task);
    if (task.counted) {
      boolean waits = phase == Phase.IDLE && !isAlarmSeenTo(alarmTime(), slackNanos);
      return waits ? Added.NEEDS_ALARM : Added.WAITS;
    }
    return leavesIdle(Phase.HANDED, deadlineNanos) ? Added.NEEDS_DRAIN : Added.WAITS;
  }

  /** {@return whether the Worker was idle and something is due: this thread sees to it} */
  private synchronized boolean leavesIdle(Phase to, long nowNanos) {
    seenNanos = Math.max(seenNanos, nowNanos);
    boolean leaves = isDue(first()) && moves(Phase.IDLE, to);
    handOvers += leaves ? 1 : 0;
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

  @Override
  protected boolean rearm(Task task, long deadlineNanos, boolean atOnce) {
    WorkerTask mine = (WorkerTask) task;
    if (!atOnce && !mine.counted) { // a try before this one may have failed behind it
      engine().reacquirePermit();
      mine.counted = true;
    }
    boolean added = add(mine, atOnce ? engine().now() : deadlineNanos, 0) != Added.REFUSED;
    if (mine.isDisposed()) {
      takeOutOfQueue(mine); // the thread that disposed of it has not found it in the queue
    }
    return added;
  }

  /** Takes a task out of the queue if it is there, and releases its permit. */
  private void takeOutOfQueue(WorkerTask task) {
    if (removes(task)) {
      releasePermit();
    }
  }

  private synchronized boolean removes(WorkerTask task) {
    boolean counted = task.counted;
    remove(task);
    task.counted = false;
    return counted;
  }

  /** Runs what is due, if the drain was handed over and no other thread has begun it. */
  @Override
  public void run() {
    run(handOver());
  }

  /**
   * Does the same, for a hand-over that may have been taken back.
   *
   * @param number as of {@link #handOver()}
   */
  public void run(int number) {
    if (begins(number)) {
      drain();
    }
  }

  private synchronized boolean begins(int number) {
    boolean inside = yielding == Thread.currentThread();
    yielding = inside ? null : yielding;
    return !inside && leavesHanded(number, Phase.DRAINING);
  }

  private synchronized boolean leavesHanded(int number, Phase to) {
    boolean leaves = handOvers == number && moves(Phase.HANDED, to);
    takeOut = leaves ? null : takeOut;
    return leaves;
  }

  /** {@return the number of the latest hand-over} */
  public synchronized int handOver() {
    return handOvers;
  }

  /**
   * Tells how to take the drain out of the target's queue, once all that is due was disposed of.
   *
   * @param number the hand-over
   * @param out is called at most once, and not after that drain has begun
   */
  public void handedOver(int number, Runnable out) {
    synchronized (this) {
      takeOut = phase == Phase.HANDED && handOvers == number ? out : takeOut;
    }
    restUnrun();
  }

  /** Takes the drain back if it has not begun, and nothing is due any more. */
  private void restUnrun() {
    Runnable out;
    synchronized (this) {
      out = isDue(first()) ? null : takeOut;
      if (out == null || !leavesHanded(handOvers, Phase.IDLE)) {
        return;
      }
    }
    scheduler.removeRunning(this, cell);
    out.run();
    alarmed(); // reads the clock: a test may have moved it since something was due
  }

  /** Hands the drain over. Throws what that throws; a task that was just submitted is withdrawn. */
  private void handOver(@Nullable WorkerTask submitted) {
    int entered = scheduler.addRunning(this, cell);
    cell = entered;
    int number = handOvers; // no other thread hands it over before this drain has begun
    Throwable cause = null;
    try {
      if (mayRun() && hand(submitted != null)) {
        return;
      }
    } catch (Throwable thrown) {
      cause = thrown;
    }
    if (leavesHanded(number, Phase.IDLE)) {
      scheduler.removeRunning(this, entered);
      if (submitted != null && cause != null) {
        submitted.withdraw(); // before the alarm is set, which would be for this one
      }
      Target target = scheduler.target;
      if (target != null && target.mayBeFull() && mayRun()) {
        alarm().set(Phase.IDLE, WorkerAlarm.ANY_SLACK);
      } else {
        end();
      }
      Callbacks.throwIfAny(cause);
    }
  }

  private void drain() {
    int entered = cell;
    boolean interrupted = Thread.currentThread().isInterrupted();
    try {
      while (runBatch()) {
        if (yields()) {
          return;
        }
      }
    } catch (Throwable failure) { // of the clock, or for lack of memory or stack
      tellThread(failure);
      rest();
      alarm().setElsewhere();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    scheduler.removeRunning(this, entered);
    checkScheduler();
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
      alarm().set(Phase.DRAINING, WorkerAlarm.ANY_SLACK);
      // then the clock again: a test may have moved it
    }
    return task;
  }

  private @Nullable WorkerTask takeDue(long nowNanos) {
    WorkerTask task;
    boolean counted;
    synchronized (this) {
      seenNanos = Math.max(seenNanos, nowNanos);
      task = disposed ? null : first();
      if (task == null || !isDue(task)) {
        return null;
      }
      running = task;
      counted = removes(task);
    }
    if (counted) {
      releasePermit();
    }
    return task;
  }

  /** {@return whether the Worker is idle now, because nothing waits, or only for the alarm} */
  private synchronized boolean rests(boolean forAlarm) {
    WorkerTask first = disposed ? null : first();
    if (first != null
        && !(forAlarm && !isDue(first) && isAlarmSeenTo(alarmTime(), WorkerAlarm.ANY_SLACK))) {
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
  private boolean yields() {
    int number;
    synchronized (this) {
      phase = Phase.HANDED;
      number = ++handOvers;
      yielding = Thread.currentThread();
    }
    boolean handed = false;
    try {
      handed = hand(true);
    } catch (Throwable refused) {
      // this thread goes on
    }
    synchronized (this) {
      handed &= yielding != null; // otherwise it ran inside
      yielding = null;
      return handed || !leavesHanded(number, Phase.DRAINING);
    }
  }

  /** Sees to what is due, and otherwise sets the alarm. Called by the alarm when it has fired. */
  void alarmed() {
    try {
      boolean hasTarget = scheduler.target != null;
      if (leavesIdle(hasTarget ? Phase.HANDED : Phase.DRAINING, engine().now())) {
        if (hasTarget) {
          handOver(null);
        } else {
          cell = scheduler.addRunning(this, cell);
          drain();
        }
        return;
      }
    } catch (Throwable failure) { // of the clock
      tellThread(failure);
    }
    alarm().set(Phase.IDLE, WorkerAlarm.ANY_SLACK);
    checkScheduler();
  }

  /** Disposes of it; elsewhere if the driver calls, because an interrupt may run user code. */
  void end() {
    offDriver(timer(), this::dispose);
  }

  private synchronized WorkerAlarm alarm() {
    alarm = alarm == null ? new WorkerAlarm(this) : alarm;
    return alarm;
  }

  /** {@return when the alarm is to go off; negative if nothing waits} Under the monitor. */
  long alarmTime() {
    WorkerTask first = disposed ? null : first();
    return first == null ? -1 : first.deadlineNanos();
  }

  /** {@return whether it rejects tasks: it was disposed of, or its scheduler drained or closed} */
  public boolean isDisposed() {
    return state() != OwnerState.OPEN;
  }

  @Override
  public boolean mayRun() {
    return state().lets(false);
  }

  /** {@return the number of submitted, unfinished tasks} */
  public synchronized int size() {
    return queued() + (running == null || running.isDisposed() ? 0 : 1);
  }

  /** Disposes of every task and rejects new ones. Idempotent; any thread, those of tasks too. */
  @Override
  public void dispose() {
    List<WorkerTask> tasks;
    WorkerAlarm set;
    boolean releases;
    synchronized (this) {
      disposed = true;
      tasks = waiting();
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
      if (releases && scheduler.target != null) {
        scheduler.target.release(this);
      }
    }
  }

  private synchronized List<WorkerTask> waiting() {
    List<WorkerTask> tasks = new ArrayList<>(queued());
    forEachQueued(tasks::add);
    return tasks;
  }

  @Override
  public void endPeriods() {
    waiting().forEach(Task::endPeriods);
  }

  @Override
  public boolean belongsTo(TaskOwner owner) {
    return scheduler == owner;
  }

  private void checkScheduler() {
    if (!mayRun()) {
      end();
    } else if (!state().lets(true)) {
      endPeriods();
    }
  }

  @Override
  void discard(Task task) {
    // it is in no wheel
  }

  @Override
  protected void ended(Task task) {
    try {
      if (task.isWithdrawn()) { // the drain has taken out what has run
        takeOutOfQueue((WorkerTask) task);
        if (takeOut != null) { // if it comes later, that thread checks
          restUnrun();
        }
      }
    } finally {
      scheduler.countEnded();
    }
    if (hasOneTask) {
      dispose();
    }
  }

  @Override
  public OwnerState state() {
    Target target = scheduler.target;
    return disposed || (target != null && target.isCutOff(this))
        ? OwnerState.CLOSED
        : scheduler.state();
  }

  @Override
  public boolean failed(Throwable cause, boolean periodic) {
    return scheduler.failed(cause, periodic);
  }
}
