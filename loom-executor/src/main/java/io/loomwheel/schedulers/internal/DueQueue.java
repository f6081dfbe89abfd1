package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * What is due for one or a few threads of a {@link Target}, in order. It is handed to the scheduler
 * in place of its entries: a thread that runs it takes one after the other. Whoever adds an entry
 * hands this over, unless all threads take entries already: each of those checks for one more
 * before it stops. A thread that begins while more wait hands this to the next. A scheduler that is
 * shut down may drop what it was handed; so only threads that have begun count.
 *
 * <p>Thread-safe.
 */
public final class DueQueue implements Runnable {
  /** Entries that a thread runs before it goes to the end of its scheduler's queue. */
  private static final int MOST = 128;

  private final Target target;
  private final int threads;
  final Predicate<? super DueQueue> give;

  private final Dispatcher.Step handOver =
      new Dispatcher.Step() {
        @Override
        public boolean callsNoUserCode() {
          return target.callsNoUserCode();
        }

        @Override
        public void run() {
          handOver();
        }
      };

  /**
   * Tasks, or drains of Workers. Added by firing threads, taken by threads of the scheduler, and
   * after a refusal by the one that was refused.
   */
  private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();

  /** How many threads take entries. Read after one was added; written before the last check. */
  private final AtomicInteger taking = new AtomicInteger();

  /**
   * Makes an empty one.
   *
   * @param target keeps what is refused, if it may be full
   * @param threads how many take entries, at most
   * @param give gives one of the threads what it is to run; false if that was refused
   */
  public DueQueue(Target target, int threads, Predicate<? super DueQueue> give) {
    this.target = target;
    this.threads = threads;
    this.give = give;
  }

  /** Adds a task or a drain. The driver hands over behind all that fires with it. */
  void add(Runnable entry) {
    due.add(entry);
    if (taking.get() < threads) {
      target.runStep(handOver);
    }
  }

  /** Gives a thread of the scheduler this, or ends the entries if that is refused. */
  void handOver() {
    if (!due.isEmpty() && !target.offer(this)) {
      for (Runnable entry; (entry = due.poll()) != null; ) {
        if (entry instanceof WorkerDrain drain) {
          if (!target.keeps(drain.worker)) {
            drain.refused();
          }
        } else if (!target.keeps((Task) entry)) {
          ((Task) entry).withdraw();
        }
      }
    }
  }

  /** Runs entries until there are none; after a number of them it is handed over again. */
  @Override
  public void run() {
    boolean found = Thread.currentThread().isInterrupted();
    int left = MOST;
    try {
      do {
        left = take(left);
      } while (left > 0 && !due.isEmpty());
    } finally {
      Task.giveBack(found);
      if (!due.isEmpty()) {
        handOver();
      }
    }
  }

  private int take(int most) {
    boolean mayShare = taking.incrementAndGet() < threads && most == MOST;
    int left = most;
    try {
      for (Runnable entry; left > 0 && (entry = due.poll()) != null; left--) {
        if (mayShare && !due.isEmpty()) {
          handOver();
          mayShare = false;
        }
        entry.run();
        Thread.interrupted(); // the task's own affair
      }
    } finally {
      taking.decrementAndGet();
    }
    return left;
  }
}
