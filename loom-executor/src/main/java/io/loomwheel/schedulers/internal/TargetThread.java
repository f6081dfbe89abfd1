package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a {@link Target}, which many Workers share, and what is due for it: tasks and drains,
 * in order. It is given this in place of them, and runs one after the other until there are none.
 * Until it begins, this isn't given to it again, unless it was shut down, for then it may have
 * dropped what it was given. What will not run any more leaves before it is half of all.
 *
 * <p>Thread-safe by its monitor, which is held for a few stores, and never while other code is
 * called.
 */
public abstract class TargetThread implements TargetWorker, Runnable {
  /** Entries that a thread runs before it goes to the end of its scheduler's queue. */
  private static final int MOST = 128;

  /** Whether the thread was given this, and has begun. */
  private enum Given {
    NOT,
    WAITS,
    BEGUN
  }

  private final Target target;

  private final Dispatcher.Step handOver =
      new Dispatcher.Step() {
        @Override
        public boolean callsNoUserCode() {
          return TargetThread.this.callsNoUserCode();
        }

        @Override
        public void run() {
          handOver();
        }
      };

  /** Called when an entry will not run. */
  private final Runnable takeOut = this::ended;

  /** Guarded by this, as the two below. */
  final Queue<DueWork> due = new ArrayDeque<>();

  /** How many entries, at most, will not run any more. */
  private int over;

  /** As above. */
  private Given given = Given.NOT;

  protected TargetThread(Target target) {
    this.target = target;
  }

  /** Has the thread run what is due. {@return false if it refuses, as a rejection says too} */
  protected abstract boolean give(Runnable due);

  /** {@return whether it was shut down} Asked while it was given something and has not begun. */
  protected abstract boolean isShutDown();

  /** {@return whether to give it something takes a microsecond or two, and calls no user code} */
  protected abstract boolean callsNoUserCode();

  /** {@return whether it runs something now, no matter who gave it that} May be over by then. */
  protected abstract boolean isBusy();

  /** {@return whether it runs nothing, and was given nothing that waits} */
  final boolean isIdle() {
    return isGivenNothing() && !isBusy();
  }

  private synchronized boolean isGivenNothing() {
    return given == Given.NOT;
  }

  /** Adds what is due. The driver hands over behind all that fires with it. */
  final void add(DueWork entry) {
    if (enters(entry)) {
      target.runStep(handOver);
    }
    entry.handedOver(takeOut);
  }

  /** {@return whether the thread doesn't run by itself} */
  private synchronized boolean enters(DueWork entry) {
    due.add(entry); // again, if a step before found no memory
    return given != Given.BEGUN;
  }

  private synchronized void ended() {
    if (2 * ++over > due.size()) {
      due.removeIf(DueWork::isDisposed);
      over = 0;
    }
  }

  private synchronized @Nullable DueWork poll() {
    return due.poll();
  }

  /** Hands this over. If there is no memory for that, the nodes of what is due fire once more. */
  private void handOver() {
    boolean taken = false;
    try {
      taken =
          switch (gives()) {
            case NOT -> target.offer(this);
            case WAITS -> !isShutDown();
            case BEGUN -> true;
          };
    } catch (Throwable noMemory) {
      TaskOwner.tell(target.timer, noMemory);
      for (DueWork entry; (entry = poll()) != null; ) {
        entry.again();
      }
    }
    if (!taken) {
      givenToNone();
      refused();
    }
  }

  /** {@return what was so before; NOT means that the caller is to give this to the thread} */
  private synchronized Given gives() {
    Given before = due.isEmpty() ? Given.BEGUN : given; // nothing to be done
    given = before == Given.NOT ? Given.WAITS : given;
    return before;
  }

  private synchronized void givenToNone() {
    given = Given.NOT;
  }

  /**
   * Ends the entries, or keeps them if the scheduler may take them later. It may have other threads
   * by now, so it is asked, until it refuses a task.
   */
  final void refused() {
    boolean isAsked = true;
    for (DueWork entry; (entry = poll()) != null; ) {
      try {
        boolean isTask = entry instanceof Task; // a Worker stays on its thread
        isAsked = isAsked && (!isTask || target.offer(entry));
        if (!(isTask && isAsked)) {
          target.refused(entry);
        }
      } catch (Throwable noMemory) {
        target.again(entry, noMemory);
      }
    }
  }

  /** Runs entries until there are none; after a number of them this is handed over again. */
  @Override
  public final void run() {
    boolean found = Thread.currentThread().isInterrupted();
    try {
      take();
      handOver();
    } finally {
      Task.giveBack(found);
    }
  }

  private void take() {
    int left = MOST;
    try {
      for (DueWork entry; (entry = next(left--)) != null; ) {
        entry.run();
        Thread.interrupted(); // the task's own affair
      }
    } catch (Throwable thrown) {
      givenToNone();
      handOver();
      throw thrown;
    }
  }

  /** {@return the next entry; if there is none, or none left to take, the thread has left} */
  private synchronized @Nullable DueWork next(int left) {
    DueWork next = left > 0 ? poll() : null;
    given = next == null ? Given.NOT : Given.BEGUN;
    return next;
  }
}
