package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is due for one or a few threads of a {@link Target}, in order. It is handed to the scheduler
 * in place of its entries, once for each, though not more often than there are threads, nor while
 * all of them take entries: a thread that runs it takes one after the other until there are none. A
 * scheduler that is shut down may drop what it was handed; so only threads that have begun count.
 * What will not run any more leaves it before it is half of all.
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

  /** Tasks, or drains of Workers. Guarded by this, as the four below. */
  private final Queue<Runnable> due = new ArrayDeque<>();

  /** How many entries, at most, will not run any more. */
  private int over;

  /** How many entries were added, or left by a thread, since this was handed over. */
  private int added;

  /** How many threads take entries. */
  private int taking;

  /** Whether nothing waits. Read without the monitor too. */
  private volatile boolean empty = true;

  /** Makes an empty one. {@code give} gives it to one of the threads; false if that was refused. */
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
      ended(); // before it came, so that nobody has said so
    }
  }

  /** {@return whether a thread is free for it} */
  private synchronized boolean enters(Runnable entry) {
    if (empty) {
      empty = false; // a store that others wait for
    }
    due.add(entry); // again, if a step before found no memory
    added++;
    return taking < threads;
  }

  private static boolean isOver(Runnable entry) {
    return entry instanceof WorkerDrain drain ? drain.isTakenBack() : ((Task) entry).isWithdrawn();
  }

  /** Called when an entry, if it is here, will not run. Costs one read while nothing waits. */
  void ended() {
    if (!empty) {
      countOver();
    }
  }

  private synchronized void countOver() {
    if (2 * ++over > due.size()) {
      due.removeIf(DueQueue::isOver);
      over = 0;
      empty = due.isEmpty();
    }
  }

  /** {@return whether nothing waits} */
  boolean isEmpty() {
    return empty;
  }

  private synchronized @Nullable Runnable poll() {
    Runnable first = due.poll();
    if (!empty && due.isEmpty()) {
      empty = true;
    }
    return first;
  }

  /** Hands this over. Throws what fails for lack of memory; then somebody has to do it again. */
  private void handOver() {
    int left = handOvers();
    try {
      while (left > 0 && target.offer(this)) {
        left--;
      }
    } catch (Throwable noMemory) {
      owe(left);
      throw noMemory;
    }
    if (left > 0) {
      refused();
    }
  }

  /** Ends the entries, or keeps them if the scheduler may take them later. */
  void refused() {
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

  /** {@return how many there are to be, as this counts as handed over from now on} */
  private synchronized int handOvers() {
    int most = taking < threads ? Math.min(due.size(), threads) : 0;
    int now = Math.min(added, most);
    added = 0;
    return now;
  }

  private synchronized void owe(int handOvers) {
    added += handOvers;
  }

  /** Runs entries until there are none; after a number of them it is handed over again. */
  @Override
  public void run() {
    boolean found = Thread.currentThread().isInterrupted();
    try {
      do {
        take();
      } while (!isHandedOver());
    } finally {
      Task.giveBack(found);
    }
  }

  private void take() {
    begin();
    int left = MOST;
    try {
      for (Runnable entry; (entry = next(left--)) != null; ) {
        entry.run();
        Thread.interrupted(); // the task's own affair
      }
    } catch (Throwable thrown) {
      leave();
      handOver();
      throw thrown;
    }
  }

  private synchronized void begin() {
    taking++;
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
    added = Math.max(added, Math.min(due.size(), threads - taking));
  }

  /** {@return false if there is no memory for it, so that this thread goes on} */
  private boolean isHandedOver() {
    try {
      handOver();
      return true;
    } catch (Throwable noMemory) {
      TaskOwner.tellThread(noMemory);
      return false;
    }
  }
}
