package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A scheduler's owner that can be drained, or closed at once. It finds its tasks and Workers in the
 * wheels and among what runs, and detects when the last task has ended.
 *
 * <p>Thread-safe. A task costs two adds to a {@link LongAdder}, and a run two stores. There is no
 * list of waiting tasks. Draining and closing look at every node of the timer.
 *
 * <pre>
 *   OPEN             --drain--> DRAINING    one-shots run, periodic tasks end, nothing is accepted
 *   OPEN, DRAINING   --close--> CLOSED      what has not begun will not run
 * </pre>
 */
public abstract class DrainingTaskOwner extends TaskOwner {
  private static final int OPEN = 0;
  private static final int DRAINING = 1;
  private static final int CLOSED = 2;

  /** As above. Read after a task was counted, armed or began; written before tasks are searched. */
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
   * @param timer holds the waiting tasks
   * @param ownsTimer whether {@link #stopTimer} stops it
   * @param interrupts whether disposing of a running task interrupts its thread
   */
  protected DrainingTaskOwner(WheelTimer timer, boolean ownsTimer, boolean interrupts) {
    super(timer);
    this.ownsTimer = ownsTimer;
    this.interrupts = interrupts;
  }

  /**
   * Called once, when new tasks are rejected and the last one has ended, on the thread that ended
   * it.
   */
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
   * Hands an admitted task to the wheel or to its executor.
   *
   * @param task seen by no other thread yet
   * @param delayNanos zero or less means at once, without the wheel
   * @return false if the task was not accepted
   */
  protected boolean hand(Task task, long delayNanos) {
    return super.arm(task, delayNanos);
  }

  @Override
  final boolean admit() {
    admitted.increment();
    boolean has = false;
    try {
      has = !refuses() && hasRoom();
    } finally {
      if (!has) {
        ended();
      }
    }
    return has;
  }

  /** {@return whether one more task may wait} It is counted already. May throw a rejection. */
  protected boolean hasRoom() {
    return true;
  }

  @Override
  final boolean keeps(Task task) {
    return !refuses() || !(isClosed() || task.isPeriodic()) || !task.withdraw();
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
  final void ended() {
    ended.increment();
    if (refuses()) {
      endIfEmpty();
    }
  }

  /** Rejects new tasks, and ends once all one-shot tasks have run. Idempotent. */
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
    Callbacks.callEach(all(), Endable::endPeriods);
  }

  /** Rejects new tasks, drops the waiting ones and disposes of the running ones. Idempotent. */
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
    Callbacks.callEach(all(), Endable::dispose);
  }

  /** {@return what waits in the wheel, then what runs: a Worker is among the latter by then} */
  private List<Endable> all() {
    List<Endable> all = new ArrayList<>();
    engine().pending(this::isMine).forEach(node -> all.add((Endable) node));
    running.forEach(all::add);
    return all;
  }

  /** Stops the timer if this owns it. Idempotent; any thread, doesn't wait. */
  public final void stopTimer() {
    if (ownsTimer) {
      stop(Duration.ZERO);
    }
  }

  private boolean isMine(WheelNode node) {
    return node instanceof Endable mine && mine.belongsTo(this);
  }

  private void endIfEmpty() {
    if (size() == 0 && told.compareAndSet(false, true)) {
      onEnd();
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
