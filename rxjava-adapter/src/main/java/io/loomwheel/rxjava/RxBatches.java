package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.Task;
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
 * tasks already: each of those looks for one more before it leaves.
 */
final class RxBatches implements Runnable {
  /** Tasks that a thread runs before it goes to the end of its scheduler's queue. */
  private static final int MOST = 128;

  private final int threads;
  private final Queue<Task> due = new ConcurrentLinkedQueue<>();

  /** How many threads take tasks. Read after a task was added; written before the last look. */
  private final AtomicInteger taking = new AtomicInteger();

  /** How many tasks were added since the last hand-over. */
  private final AtomicInteger added = new AtomicInteger();

  /** Whether a thread is on its way to hand over; it counts afterwards. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /**
   * Makes one without tasks.
   *
   * @param threads of the scheduler
   */
  RxBatches(int threads) {
    this.threads = threads;
  }

  /** Adds a task; {@return whether the caller is to have this handed over} */
  boolean add(Task task) {
    due.add(task);
    added.incrementAndGet();
    return taking.get() < threads && !asked.get() && asked.compareAndSet(false, true);
  }

  /** Says that nobody is on the way to hand this over after all. */
  void notAsked() {
    asked.set(false);
  }

  /** {@return how often this is to be handed over} */
  int wanted() {
    asked.set(false);
    return Math.min(added.getAndSet(0), threads - taking.get());
  }

  /** Runs tasks until there are none, or enough; {@link #isEmpty} says which. */
  @Override
  public void run() {
    boolean interrupted = Thread.currentThread().isInterrupted();
    int left = MOST;
    do {
      left = take(left);
    } while (left > 0 && !due.isEmpty());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private int take(int most) {
    int left = most;
    taking.incrementAndGet();
    try {
      for (Task task; left > 0 && (task = due.poll()) != null; left--) {
        task.run();
        Thread.interrupted(); // the task's own affair
      }
    } finally {
      taking.decrementAndGet();
    }
    return left;
  }

  boolean isEmpty() {
    return due.isEmpty();
  }

  /** Withdraws all tasks, because the scheduler refuses them. */
  void withdrawAll() {
    for (Task task; (task = due.poll()) != null; ) {
      task.withdraw();
    }
  }
}
