package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A scheduler's owner that can be closed at once, or drained: it finds its tasks in the wheels and
 * among the running, and notices when the last of them has ended.
 *
 * <p>Thread-safe. A task costs two adds to a {@link LongAdder}, and a run two stores; there is no
 * list of what waits. Draining and closing look at every node of the timer.
 *
 * <pre>
 *   OPEN             --drain--> DRAINING    one-shots run, periods end, nothing is accepted
 *   OPEN, DRAINING   --close--> CLOSED      what has not begun will not run
 * </pre>
 */
public abstract class DrainingTaskOwner extends TaskOwner {
  private static final int OPEN = 0;
  private static final int DRAINING = 1;
  private static final int CLOSED = 2;

  /** As above. Read after a task was counted, armed or began; written before those are sought. */
  private final AtomicInteger state = new AtomicInteger(OPEN);

  private final LongAdder admitted = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final ActiveTasks running = new ActiveTasks();
  private final AtomicBoolean told = new AtomicBoolean();
  private final boolean ownsTimer;
  private final boolean interrupts;

  /**
   * For subclasses.
   *
   * @param timer whose wheel the tasks wait on
   * @param ownsTimer whether {@link #stopTimer} stops it
   * @param interrupts whether disposing of a running task interrupts its thread
   */
  protected DrainingTaskOwner(WheelTimer timer, boolean ownsTimer, boolean interrupts) {
    super(timer);
    this.ownsTimer = ownsTimer;
    this.interrupts = interrupts;
  }

  /** Told once, when nothing more is accepted and the last task has ended, by whoever ended it. */
  protected abstract void onEnd();

  @Override
  public boolean arm(Task task, long delayNanos) {
    if (!admit()) {
      return false;
    }
    boolean armed = false;
    try {
      armed = hand(task, delayNanos);
    } finally {
      if (!armed) {
        ended();
      }
    }
    return armed && keeps(task);
  }

  /**
   * Hands an admitted task on, to the wheel or to what runs it.
   *
   * @param task seen by nobody else yet
   * @param delayNanos zero or less means at once, past the wheel
   * @return false if the task was not taken
   */
  protected boolean hand(Task task, long delayNanos) {
    return super.arm(task, delayNanos);
  }

  @Override
  final boolean admit() {
    admitted.increment();
    if (refuses()) {
      ended();
      return false;
    }
    return true;
  }

  @Override
  final boolean keeps(Task task) {
    return !refuses() || !(isClosed() || task.isPeriodic()) || !task.withdraw();
  }

  @Override
  final int began(Task task) {
    return running.enter(task);
  }

  @Override
  final void left(Task task, int place) {
    running.leave(task, place);
  }

  @Override
  final void ended() {
    ended.increment();
    if (refuses()) {
      endIfEmpty();
    }
  }

  /** Accepts nothing more, and ends once all one-shot tasks have run. Idempotent. */
  public final void drain() {
    try {
      if (state.compareAndSet(OPEN, DRAINING)) {
        wholly(this::endPeriods);
      }
    } finally {
      endIfEmpty();
    }
  }

  private void endPeriods() {
    for (WheelNode node : engine().pending(this::isMine)) {
      Task task = (Task) node;
      if (task.isPeriodic()) {
        task.withdraw();
      }
    }
  }

  /** Accepts nothing more, drops what waits, and disposes of what runs. Idempotent. */
  public final void close() {
    try {
      if (state.getAndSet(CLOSED) != CLOSED) {
        wholly(this::disposeOfAll);
      }
    } finally {
      endIfEmpty();
    }
  }

  private void disposeOfAll() {
    List<Task> tasks = new ArrayList<>();
    try {
      engine().pending(this::isMine).forEach(node -> tasks.add((Task) node));
    } finally {
      running.forEach(tasks::add);
      TaskList.disposeOf(tasks);
    }
  }

  /**
   * Does something that may fail in the middle: the lock of a shard may be waited for on a thread
   * that BlockHound guards, or deep in a stack, and an interrupt runs code of others. Then a thread
   * of its own does it again, for what is left; it is done twice at most.
   */
  private static void wholly(Runnable todo) {
    boolean done = false;
    try {
      todo.run();
      done = true;
    } finally {
      if (!done) {
        Relay.perTask().execute(todo);
      }
    }
  }

  /** Does nothing to a timer that others use. Idempotent; any thread, doesn't wait. */
  public final void stopTimer() {
    if (ownsTimer) {
      stop(Duration.ZERO);
    }
  }

  private boolean isMine(WheelNode node) {
    return node instanceof Task task && task.belongsTo(this);
  }

  private void endIfEmpty() {
    if (size() == 0 && told.compareAndSet(false, true)) {
      onEnd();
    }
  }

  /** {@return how many tasks have been accepted and have not ended} Never too few. */
  public final long size() {
    long gone = ended.sum(); // before what was admitted
    return admitted.sum() - gone;
  }

  /** {@return whether nothing is accepted and the last task has ended} */
  public final boolean isEnded() {
    return told.get();
  }

  @Override
  protected final boolean interruptsOnDispose() {
    return interrupts;
  }

  @Override
  protected final boolean isClosed() {
    return state.get() == CLOSED;
  }

  @Override
  public final boolean refuses() {
    return state.get() != OPEN;
  }
}
