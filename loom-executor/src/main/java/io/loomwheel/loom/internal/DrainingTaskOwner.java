package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.loom.internal.TaskOwner.Endable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a scheduler's tasks, which can be drained, or closed at once. It finds its tasks and
 * Workers in the wheels and among what runs, and detects when the last task has ended.
 *
 * <p>Thread-safe. A task costs two adds to a {@link LongAdder}, and a run two stores. There is no
 * list of waiting tasks. Draining and closing look at every node of the timer.
 *
 * <pre>
 *   OPEN             --drain--> DRAINING
 *   OPEN, DRAINING   --close--> CLOSED
 *   DRAINING, CLOSED ---------> ENDED       the thread that finds no task left
 * </pre>
 */
public abstract class DrainingTaskOwner extends TaskOwner {
  /** As above. Read after a task was counted, armed or began; written before tasks are searched. */
  private volatile OwnerState state = OwnerState.OPEN;

  private final LongAdder admitted = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final ActiveTasks running = new ActiveTasks();
  private final boolean ownsTimer;
  private final boolean interrupts;

  /**
   * For subclasses.
   *
   * @param timer holds the waiting tasks
   * @param ownsTimer whether {@link #stopTimer} stops it
   * @param interrupts whether disposing of a running task interrupts its thread
   */
  protected DrainingTaskOwner(WheelTimer timer, boolean ownsTimer, boolean interrupts) {
    super(timer);
    this.ownsTimer = ownsTimer;
    this.interrupts = interrupts;
  }

  /** Called once, on the thread that finds that the last task has ended. */
  protected abstract void onEnd();

  /** Throws a rejection if no more tasks may wait. The new one is counted already. */
  protected void checkRoom() {}

  @Override
  public final boolean arm(Task task, long delayNanos) {
    return admit(task, this, delayNanos);
  }

  /**
   * Counts a new task, and has it accepted. What isn't accepted is withdrawn, so that each counted
   * task ends once. The state is read again afterwards: it may have been searched for meanwhile.
   *
   * @param by this owner, or that of a Worker
   */
  final boolean admit(Task task, TaskOwner by, long delayNanos) {
    admitted.increment();
    boolean accepted = false;
    try {
      if (state() == OwnerState.OPEN) {
        checkRoom();
        accepted = by.accept(task, delayNanos);
      }
    } catch (Throwable refused) {
      if (task.withdraw() || task.isWithdrawn()) {
        throw refused;
      }
      accepted = true; // it runs, although its executor threw
    }
    boolean wanted = accepted && state().lets(task.isPeriodic());
    return (wanted || !task.withdraw()) && accepted;
  }

  @Override
  final int began(Endable task) {
    return running.enter(task);
  }

  @Override
  final void left(Endable task, int place) {
    running.leave(task, place);
  }

  @Override
  protected void ended(Task task) {
    ended.increment();
    endIfEmpty();
  }

  /** Rejects new tasks, and ends once all one-shot tasks have run. Idempotent. */
  public final void drain() {
    end(OwnerState.DRAINING, Endable::endPeriods);
  }

  /** Rejects new tasks, drops the waiting ones and disposes of the running ones. Idempotent. */
  public final void close() {
    end(OwnerState.CLOSED, Endable::dispose);
  }

  private void end(OwnerState to, Consumer<Endable> each) {
    try {
      if (moves(to)) {
        wholly(() -> Callbacks.callEach(all(), each));
      }
    } finally {
      endIfEmpty();
    }
  }

  private void endIfEmpty() {
    if (state != OwnerState.OPEN && size() == 0 && moves(OwnerState.ENDED)) {
      onEnd();
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
    running.forEach(all::add);
    return all;
  }

  private @Nullable Endable mine(WheelNode node) {
    Object own = node instanceof WorkerAlarm alarm ? alarm.worker() : node;
    return own instanceof Endable mine && mine.belongsTo(this) ? mine : null;
  }

  /** Stops the timer if this owns it. Idempotent; any thread, doesn't wait. */
  public final void stopTimer() {
    if (ownsTimer) {
      stop(Duration.ZERO);
    }
  }

  /** {@return the number of accepted tasks that have not ended} Never too low. */
  public final long size() {
    long gone = ended.sum(); // read before the admitted ones
    return admitted.sum() - gone;
  }

  /** {@return how many tasks run; a Worker that has something to run counts as one} */
  public final int running() {
    return running.count();
  }

  @Override
  protected final boolean interruptsOnDispose() {
    return interrupts;
  }

  @Override
  public final OwnerState state() {
    return state;
  }

  /**
   * The running tasks of a scheduler, and its Workers that have something to run. Entering costs a
   * compare-and-set and leaving a store, without allocation while few tasks run at once.
   * Thread-safe.
   */
  private static final class ActiveTasks {
    private static final int CELLS =
        Integer.highestOneBit(32 * Runtime.getRuntime().availableProcessors());

    /** Cells tried before the task goes into {@link #others}. */
    private static final int PROBES = 8;

    private static final int AMONG_OTHERS = -1;

    /** Set from null by the entering thread, and back to null by the same thread. */
    private final AtomicReferenceArray<Endable> cells = new AtomicReferenceArray<>(CELLS);

    private final Set<Endable> others = ConcurrentHashMap.newKeySet();

    /** {@return the place to pass to {@link #leave}} */
    int enter(Endable task) {
      long hash = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
      int first = (int) (hash >>> 33);
      for (int i = 0; i < PROBES; i++) {
        int cell = (first + i) & (CELLS - 1);
        if (cells.getPlain(cell) == null && cells.compareAndSet(cell, null, task)) {
          return cell;
        }
      }
      others.add(task);
      return AMONG_OTHERS;
    }

    void leave(Endable task, int place) {
      if (place == AMONG_OTHERS) {
        others.remove(task);
      } else {
        cells.setRelease(place, null);
      }
    }

    int count() {
      int[] count = {0};
      forEach(task -> count[0]++);
      return count[0];
    }

    /**
     * Visits each task that runs throughout the call, and maybe tasks that start or end meanwhile.
     */
    void forEach(Consumer<? super Endable> to) {
      for (int i = 0; i < CELLS; i++) {
        Endable task = cells.get(i);
        if (task != null) {
          to.accept(task);
        }
      }
      others.forEach(to);
    }
  }
}
