package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.schedulers.internal.TaskOwner.Endable;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a scheduler's tasks, which can be drained, or closed at once. It finds its tasks and
 * Workers in the wheels and among what runs, and detects when the last task has ended.
 *
 * <p>Thread-safe. A task costs two adds to a {@link LongAdder}, and a run a compare-and-set and a
 * store, without allocation while few run at once. Draining and closing visit every node of the
 * timer, as there is no list of tasks.
 *
 * <pre>
 *   OPEN             --drain--> DRAINING
 *   OPEN, DRAINING   --close--> CLOSED
 *   DRAINING, CLOSED ---------> TERMINATED  the thread that finds no task left
 * </pre>
 */
public final class SchedulerTaskOwner extends TaskOwner {
  private static final int CELLS =
      Integer.highestOneBit(32 * Runtime.getRuntime().availableProcessors());

  private static final int PROBES = 8;

  /** With what the heaps of Workers begin. */
  static final WorkerTask[] NO_HEAP = {};

  /** As above. Read after a task was counted, armed or began; written before tasks are searched. */
  private volatile OwnerState state = OwnerState.OPEN;

  /** Submitted tasks, those still to be refused included. The submitting thread adds one. */
  private final LongAdder admitted = new LongAdder();

  /** Those that have ended, refused ones included. The thread that ends one adds one. */
  private final LongAdder ended = new LongAdder();

  /** Ends that threads had no stack to count. They add to it without a call. Guarded by this. */
  int uncounted;

  /**
   * The running tasks, and the drains of Workers. Set from null by the thread that begins, and back
   * to null by the one that ends it.
   */
  private final AtomicReferenceArray<Endable> cells = new AtomicReferenceArray<>(CELLS);

  /** Those that found no empty cell among a few, and what waits elsewhere than in the wheel. */
  private final Set<Endable> others = ConcurrentHashMap.newKeySet();

  /** Where all tasks run, if it is another scheduler. */
  public final @Nullable Target target;

  /** A timer that it owns is stopped once the last task has ended, or all are dropped. */
  public SchedulerTaskOwner(Settings settings) {
    super(settings);
    this.target = settings.executor() instanceof Target other ? other : null;
    if (target != null) {
      target.owner = this;
    }
  }

  /**
   * Counts a new task, and has it accepted by its owner: this or a Worker. What isn't accepted is
   * withdrawn, so that each counted task ends once. The state is read again afterwards: the task
   * may have been searched for meanwhile. A target needs no timer for what is due. What is refused
   * at once is not counted, so its end need not be.
   */
  @Override
  public boolean arm(Task task, long delayNanos) {
    Engine engine = engine();
    boolean asksTimer = delayNanos > 0 || task.isPeriodic() || target == null;
    if (state != OwnerState.OPEN || (asksTimer && engine.isStopped())) {
      return false;
    }
    settings.library().admit(this);
    if (task instanceof WorkerTask counted) {
      counted.counts = true;
    }
    boolean accepted = false;
    try {
      if (state == OwnerState.OPEN) { // counted before it is read
        accepted =
            task.owner instanceof WorkerTaskOwner worker
                ? worker.accept(task, delayNanos)
                : accept(task, delayNanos);
      }
    } catch (Throwable refused) {
      try {
        accepted = !task.reject(); // else its executor threw, but runs it
      } catch (Throwable noStack) {
        if (task instanceof WorkerTask lost) {
          synchronized (lost.owner) { // no call in here: there may be no stack for one
            if (lost.index == WorkerTask.NOWHERE && lost.counts) {
              synchronized (this) {
                uncounted++;
              }
              lost.counts = false;
              if (lost.holdsPermit) {
                engine.limit.kept++;
                engine.limit.owed++;
                lost.holdsPermit = false;
              }
            }
          }
        }
        throw noStack;
      }
      if (!accepted) {
        throw refused;
      }
    }
    if (!accepted || !state().lets(task.isPeriodic())) {
      task.withdraw(); // one that was accepted may have run by now: its caller gets its handle
    }
    return accepted;
  }

  /** Counts a new task. Called by {@link Library#admit}. */
  public void countAdmitted() {
    admitted.increment();
  }

  /**
   * Counts a new task, which is to wait elsewhere than in the wheel, and ends it with this until it
   * leaves. The state is to be read again afterwards.
   */
  public void admit(Endable elsewhere) {
    others.add(elsewhere); // first: what finds no memory isn't counted
    admitted.increment();
  }

  /** Counts the end of a task that waited elsewhere, and neither runs nor will. Idempotent. */
  public void leave(Endable elsewhere) {
    if (others.remove(elsewhere)) {
      ended.increment();
      tryTerminate();
    }
  }

  /** Hands a task without delay to a target right here, so that the caller gets a refusal. */
  private boolean accept(Task task, long delayNanos) {
    if (target == null) {
      return super.arm(task, delayNanos);
    }
    if (delayNanos > 0) {
      target.nextGiven++;
      return super.arm(task, delayNanos);
    }
    task.primeFired(engine().time.now());
    return target.submit(task) || !task.reject();
  }

  /** The state is read behind it: the closing thread writes that, and then reads the cells. */
  @Override
  int enter(Task task) {
    long hash = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
    return addRunning(task, (int) (hash >>> 33));
  }

  /** Adds a task or a drain to the running ones, in any cell. {@return that, to remove it from} */
  int addRunning(Endable task, int first) {
    for (int i = 0; i < PROBES; i++) {
      int cell = (first + i) & (CELLS - 1);
      if (cells.getPlain(cell) == null && cells.compareAndSet(cell, null, task)) {
        return cell;
      }
    }
    others.add(task);
    return NO_CELL;
  }

  @Override
  void leave(Endable running, int cell) {
    if (cell == NO_CELL) {
      others.remove(running);
    } else {
      cells.set(cell, null); // before the state is read
    }
    if (state != OwnerState.OPEN) {
      tryTerminate();
    }
  }

  @Override
  protected void ended(Task task) {
    try {
      ((SchedulerTask) task).leaveQueue();
    } finally {
      taskEnded();
    }
  }

  /** Called for each task that has ended: of what is closed, one that runs is the last to leave. */
  void taskEnded() {
    if (state == OwnerState.DRAINING) {
      tryTerminate();
    }
  }

  /** Of one of its Workers, too. The state is to be read afterwards. */
  @Override
  void countEnd(Task task) {
    ended.increment();
  }

  /** Rejects new tasks, and terminates once all one-shot tasks have run. Idempotent. */
  public void drain() {
    Callbacks.requireStack(100); // the thread that moves it must tell
    moveTo(OwnerState.DRAINING, Endable::endPeriods);
  }

  /**
   * Rejects new tasks, drops the waiting ones and disposes of the running ones. Stops the timer if
   * this owns it. Idempotent; doesn't wait.
   */
  public void close() {
    Callbacks.requireStack(100); // as above, and no step comes without the first
    Callbacks.runEach(() -> moveTo(OwnerState.CLOSED, Endable::dispose), this::endTargetAndTimer);
  }

  private void endTargetAndTimer() {
    Callbacks.runEach(target == null ? () -> {} : target::close, this::stopOwnTimer);
  }

  private void moveTo(OwnerState to, Consumer<Endable> each) {
    try {
      if (moves(to)) {
        wholly(() -> Callbacks.callEach(all(), each));
      }
    } finally {
      tryTerminate();
    }
  }

  /** Terminates if this is closing, and the last task has ended. */
  void tryTerminate() {
    if (state == OwnerState.OPEN || size() != 0) {
      return;
    }
    Callbacks.requireStack(60); // the thread that moves it must tell
    if (moves(OwnerState.TERMINATED)) {
      try {
        endTargetAndTimer();
      } finally {
        offDriver(timer(), settings.library()::terminated);
      }
    }
  }

  private synchronized boolean moves(OwnerState to) {
    boolean moves = state.compareTo(to) < 0;
    state = moves ? to : state;
    return moves;
  }

  /** {@return what waits in the wheel, then what runs: a Worker is among the latter by then} */
  private List<Endable> all() {
    List<Endable> all = new ArrayList<>();
    for (WheelNode node : engine().pending(found -> mine(found) != null)) {
      all.add(Objects.requireNonNull(mine(node)));
    }
    all.addAll(active());
    return all;
  }

  /** {@return each task or drain that is there throughout the call, and maybe some others} */
  private List<Endable> active() {
    List<Endable> active = new ArrayList<>(others);
    IntStream.range(0, CELLS).mapToObj(cells::get).filter(Objects::nonNull).forEach(active::add);
    return active;
  }

  private @Nullable Endable mine(WheelNode node) {
    if (node instanceof Task task) {
      return task.owner == this ? task : null;
    }
    return node instanceof WorkerAlarm alarm && alarm.worker.scheduler == this
        ? alarm.worker
        : null;
  }

  /**
   * {@return the number of accepted tasks that have not ended} Never too low. What has not begun
   * when this is closed never will, though it may wait in the queue of a target that drops it. None
   * is left once this is terminated, though the thread that found that may still be leaving.
   */
  public long size() {
    OwnerState now = state;
    if (now.compareTo(OwnerState.CLOSED) >= 0) {
      return now == OwnerState.TERMINATED ? 0 : running();
    }
    long gone = ended.sum() + uncounted; // read before the admitted ones
    return admitted.sum() - gone;
  }

  /**
   * {@return how many tasks run, or wait elsewhere than in the wheel} A Worker that has something
   * to run counts as one.
   */
  public int running() {
    return active().size();
  }

  /**
   * {@return how many accepted tasks wait, for their time or for a thread of the target} Too low
   * while one leaves, never too high while none is accepted.
   */
  public long waiting() {
    long begun = active().stream().filter(SchedulerTaskOwner::hasBegun).count();
    return size() - begun; // read behind it: a task leaves once its end is counted
  }

  private static boolean hasBegun(Endable active) {
    return !(active instanceof WorkerDrain drain) || drain.hasBegun();
  }

  @Override
  public OwnerState state() {
    return state;
  }

  /** A task of the scheduler itself, which may wait in a queue for a thread of its target. */
  public abstract static class SchedulerTask extends Task {
    /** Takes this out of the queue where it waits; null before that is known. */
    private volatile @Nullable Runnable takeOut;

    protected SchedulerTask(TaskOwner scheduler, Runnable action) {
      super(scheduler, action);
    }

    @Override
    public final void handedOver(Runnable out) {
      takeOut = out;
      leaveQueue(); // the thread that withdrew this may have seen none
    }

    /** Called once it has ended: one that was withdrawn leaves the queue where it waits. */
    final void leaveQueue() {
      Runnable out = takeOut;
      if (out != null && hasEnded()) {
        takeOut = null; // a caller's handle doesn't retain it
        if (isWithdrawn()) {
          out.run();
        }
      }
    }
  }
}
