package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a {@link Target}, which many Workers share, and the drains that are due for it, in
 * order. It is given this in place of them, and runs these, and what is due for any thread, one
 * after the other until there are none. Until it begins, this isn't given to it again, unless it
 * was shut down, for then it may have dropped what it was given.
 *
 * <p>Thread-safe by its monitor, as the queue is.
 */
@SuppressWarnings("exports") // its superclass has nothing for others
public abstract class TargetThread extends DueQueue implements TargetWorker, Runnable {
  /** Entries that a thread runs before it goes to the end of its scheduler's queue. */
  private static final int MOST = 128;

  /** With more drains a thread is no better than one that is busy: their Workers stay there. */
  private static final int FEW = 16;

  /** Whether the thread was given this, and has begun. */
  private enum Given {
    NOT,
    WAITS,
    BEGUN
  }

  /** What a thread has to do before it comes to what is due now. */
  enum Load {
    IDLE,
    /** Only what was due before. */
    OURS,
    /** Work of others too. */
    BUSY
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
          handOver(false);
        }
      };

  /** Guarded by this. */
  private Given given = Given.NOT;

  /** Whether nothing kept the thread busy as it was given this; written by who gives it that. */
  private volatile boolean wasIdle;

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

  /** {@return what it has to do first} May have changed by then. */
  final Load load() {
    synchronized (this) {
      if (size() > FEW) {
        return Load.BUSY;
      }
      if (given != Given.NOT) {
        return wasIdle ? Load.OURS : Load.BUSY;
      }
    }
    return isBusy() ? Load.BUSY : size() > 0 ? Load.OURS : Load.IDLE;
  }

  /** Adds what is due for this thread. */
  final void add(WorkerDrain drain) {
    enter(drain);
    takeTurn();
    drain.handedOver(takeOut);
  }

  /** Has the thread look for what is due; the driver, behind all that fires with it. */
  final void takeTurn() {
    target.runStep(handOver);
  }

  /** {@return what is due first, here or for any thread, or else in the other of both queues} */
  private @Nullable DueWork poll(boolean here) {
    DueWork entry = (here ? this : target.shared).poll();
    return entry == null ? (here ? target.shared : this).poll() : entry;
  }

  /**
   * Hands this over; {@code byItself} if the thread does, which so has nothing else to do. If there
   * is no memory for that, the nodes of what is due fire once more.
   */
  private void handOver(boolean byItself) {
    boolean taken = false;
    try {
      switch (gives()) {
        case NOT -> {
          wasIdle = byItself || !isBusy();
          taken = target.offer(this);
        }
        case WAITS -> taken = !isShutDown();
        case BEGUN -> taken = true;
      }
    } catch (Throwable noMemory) {
      TaskOwner.tell(target.timer, noMemory);
      for (DueWork entry; (entry = poll(true)) != null; ) {
        entry.again();
      }
    }
    if (!taken) {
      givenToNone();
      target.refuseAll(() -> poll(true));
    }
  }

  /** {@return what was so before; NOT means that the caller is to give this to the thread} */
  private synchronized Given gives() {
    boolean isDone = size() + target.shared.size() == 0;
    Given before = isDone ? Given.BEGUN : given;
    given = before == Given.NOT ? Given.WAITS : given;
    return before;
  }

  private synchronized void givenToNone() {
    given = Given.NOT;
  }

  /** Runs entries until there are none; after a number of them this is handed over again. */
  @Override
  public final void run() {
    boolean found = Thread.currentThread().isInterrupted();
    try {
      take();
      handOver(true);
    } finally {
      Task.giveBack(found);
    }
  }

  private void take() {
    int left = MOST;
    boolean isPassedOn = false;
    try {
      for (DueWork entry; (entry = next(left--)) != null; ) {
        try {
          if (entry instanceof WorkerDrain && !isPassedOn && target.shared.size() > 0) {
            isPassedOn = true;
            target.giveTurns(); // this thread has its turn for a task, which must not wait for this
          }
        } finally { // it may find no memory
          entry.run();
        }
        Thread.interrupted(); // the task's own affair
      }
    } catch (Throwable thrown) {
      givenToNone();
      handOver(true);
      throw thrown;
    }
  }

  /** {@return the next entry; if there is none, or none left to take, the thread has left} */
  private synchronized @Nullable DueWork next(int left) {
    DueWork next = left > 0 ? poll(left % 2 == 0) : null; // by turns
    given = next == null ? Given.NOT : Given.BEGUN;
    return next;
  }
}
