package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Due tasks for a scheduler that has a few threads for all. A thread of it that is handed this
 * takes one task after the other, in the order in which they became due, so that a burst isn't
 * handed over one by one.
 *
 * <p>Thread-safe. Whoever adds a task hands this over, unless all threads of the scheduler take
 * tasks already: each of those checks for one more before it stops. A thread that begins while more
 * tasks wait hands this to the next. A scheduler that is shut down may drop what it was handed; so
 * only threads that have begun count.
 */
public abstract class DueBatches implements Runnable {
  /** Tasks that a thread runs before it goes to the end of its scheduler's queue. */
  private static final int MOST = 128;

  private final WheelTimer timer;
  private final int threads;

  /**
   * Due tasks, in order. Added by firing threads, taken by threads of the scheduler, and after a
   * refusal by the one that was refused.
   */
  private final Queue<Task> due = new ConcurrentLinkedQueue<>();

  /** How many threads take tasks. Read after a task was added; written before the last check. */
  private final AtomicInteger taking = new AtomicInteger();

  /** Whether a thread is on its way to hand over. Cleared before it does. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /**
   * Makes one without tasks.
   *
   * @param timer fires the tasks
   * @param threads of the scheduler
   */
  protected DueBatches(WheelTimer timer, int threads) {
    this.timer = timer;
    this.threads = threads;
  }

  /**
   * Hands this to a thread of the scheduler, which runs it.
   *
   * @return false if it was refused; it throws nothing
   */
  protected abstract boolean offer();

  /**
   * Takes a task back.
   *
   * @param task which the scheduler has refused to run
   */
  protected abstract void refused(Task task);

  /**
   * Adds a task that is due. Leaves the driver to hand over, because a scheduler calls hooks.
   *
   * @param task has fired
   */
  public final void add(Task task) {
    due.add(task);
    if (taking.get() < threads && !asked.get() && asked.compareAndSet(false, true)) {
      boolean handed = false;
      try {
        offDriver(timer, this::handOver);
        handed = true;
      } finally {
        if (!handed) {
          asked.set(false); // no memory: the wheel tries again with this task
        }
      }
    }
  }

  /**
   * Runs a step, on a thread of the timer's executor if the driver calls.
   *
   * @param timer whose driver may call
   * @param step may call user code
   */
  public static void offDriver(WheelTimer timer, Runnable step) {
    if (TimerAccess.engineOf(timer).isDriver()) {
      TimerAccess.dispatcherOf(timer).dispatch(step);
    } else {
      step.run();
    }
  }

  private void handOver() {
    asked.set(false);
    if (!offer()) {
      for (Task task; (task = due.poll()) != null; ) {
        refused(task);
      }
    }
  }

  /** Runs tasks until there are none; after a number of them it is handed over again. */
  @Override
  public final void run() {
    boolean interrupted = Thread.currentThread().isInterrupted();
    int left = MOST;
    try {
      do {
        left = take(left);
      } while (left > 0 && !due.isEmpty());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (!due.isEmpty()) {
        handOver();
      }
    }
  }

  private int take(int most) {
    boolean mayShare = taking.incrementAndGet() < threads && most == MOST;
    int left = most;
    try {
      for (Task task; left > 0 && (task = due.poll()) != null; left--) {
        if (mayShare && !due.isEmpty()) {
          handOver();
          mayShare = false;
        }
        task.run();
        Thread.interrupted(); // the task's own affair
      }
    } finally {
      taking.decrementAndGet();
    }
    return left;
  }
}
