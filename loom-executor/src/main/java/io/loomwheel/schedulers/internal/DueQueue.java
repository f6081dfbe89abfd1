package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is due for one or a few threads of a {@link Target}, in order. It is handed to the scheduler
 * in place of its entries: a thread that runs it takes one after the other. Whoever adds an entry
 * hands this over, unless all threads take entries already: each of those checks for one more
 * before it stops. A thread that begins while more wait hands this to the next. A scheduler that is
 * shut down may drop what it was handed; so only threads that have begun count. What will not run
 * any more leaves it at once.
 *
 * <p>Thread-safe by its monitor, which is held for a few stores, and never while other code is
 * called.
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

  /** Tasks, or drains of Workers. Guarded by this, as the two below. */
  private final SequencedSet<Runnable> due = new LinkedHashSet<>();

  /** How many threads take entries. */
  private int taking;

  /** Whether nothing waits. Read without the monitor too. */
  private volatile boolean empty = true;

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
    if (enters(entry)) {
      target.runStep(handOver);
    }
    if (isOver(entry)) {
      remove(entry); // whoever ended it may have come before it
    }
  }

  /** {@return whether a thread is free for it} */
  private synchronized boolean enters(Runnable entry) {
    empty = false;
    due.add(entry); // again, if a step before found no memory
    return taking < threads;
  }

  private static boolean isOver(Runnable entry) {
    return entry instanceof WorkerDrain drain ? drain.isTakenBack() : ((Task) entry).isWithdrawn();
  }

  /** Forgets an entry that will not run. Costs one read while nothing waits. */
  void remove(Runnable entry) {
    if (!empty) {
      removes(entry);
    }
  }

  private synchronized void removes(Runnable entry) {
    due.remove(entry);
    empty = due.isEmpty();
  }

  /** {@return whether nothing waits} */
  boolean isEmpty() {
    return empty;
  }

  private synchronized @Nullable Runnable poll() {
    if (due.isEmpty()) {
      return null;
    }
    Runnable first = due.removeFirst();
    empty = due.isEmpty();
    return first;
  }

  /** Gives a thread of the scheduler this, or ends the entries if that is refused. */
  void handOver() {
    if (!empty && !target.offer(this)) {
      for (Runnable entry; (entry = poll()) != null; ) {
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
    try {
      take();
    } finally {
      Task.giveBack(found);
      handOver();
    }
  }

  private void take() {
    boolean mayShare = begin();
    int left = MOST;
    try {
      for (Runnable entry; (entry = next(left--)) != null; ) {
        if (mayShare && !empty) {
          handOver();
          mayShare = false;
        }
        entry.run();
        Thread.interrupted(); // the task's own affair
      }
    } catch (Throwable thrown) {
      leave();
      throw thrown;
    }
  }

  /** {@return whether another thread is free} */
  private synchronized boolean begin() {
    taking++;
    return taking < threads;
  }

  /** {@return the next entry; if there is none, or none left to take, the thread has left} */
  private synchronized @Nullable Runnable next(int left) {
    Runnable next = left > 0 ? poll() : null;
    if (next == null) {
      leave();
    }
    return next;
  }

  private synchronized void leave() {
    taking--;
  }
}
