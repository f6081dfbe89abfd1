package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.schedulers.internal.Target.TargetWorker;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a {@link Target}. It is given this in place of what is due, and runs that, one entry
 * after the other until there is none; after a {@link Turn} it goes to the end of its own queue.
 * Until it begins, this isn't given to it again, unless it was shut down, for then it may have
 * dropped what it was given.
 *
 * <p>Thread-safe by its monitor, as the queue is by its own.
 */
public abstract class TargetThread implements TargetWorker, Runnable {
  /** Whether the thread was given this, and has begun. */
  private enum Given {
    NOT,
    WAITS,
    BEGUN
  }

  private final Target target;

  /** Guarded by this. */
  private Given given = Given.NOT;

  protected TargetThread(Target target) {
    this.target = target;
  }

  /** Has the thread run what is due. {@return false if it refuses, as a rejection says too} */
  protected abstract boolean give(Runnable due);

  /**
   * {@return whether it won't run what it was given, and has not begun: it was shut down, or a hook
   * has thrown there} May be said of what it was given before.
   */
  protected abstract boolean isLost();

  /** {@return whether to give it something takes a microsecond or two, and calls no user code} */
  protected abstract boolean callsNoUserCode();

  /** {@return whether it runs something now, no matter who gave it that} May be over by then. */
  protected abstract boolean isBusy();

  /** {@return whether it has nothing to do} May have changed by then. */
  final boolean isIdle() {
    synchronized (this) {
      if (given != Given.NOT) {
        return false;
      }
    }
    return !isBusy();
  }

  /** Has the thread look for what is due. */
  final void takeTurn() {
    if (callsNoUserCode()) {
      handOver();
    } else {
      TaskOwner.offDriver(target.timer, this::handOver);
    }
  }

  /** Hands this over. If there is no memory for that, the nodes of what is due fire once more. */
  private void handOver() {
    try {
      boolean taken =
          switch (gives()) {
            case NOT -> target.offer(this);
            case WAITS -> !isLost() || target.offer(this);
            case BEGUN -> true;
          };
      if (!taken) {
        becomes(Given.NOT);
        target.refuseAll();
      }
    } catch (Throwable noMemory) {
      becomes(Given.NOT); // first, as there may be no stack for the rest
      target.allAgain(noMemory);
    }
  }

  /** {@return what was so before; NOT means that the caller is to give this to the thread} */
  private synchronized Given gives() {
    Given before = target.shared.size() == 0 ? Given.BEGUN : given;
    given = before == Given.NOT ? Given.WAITS : given;
    return before;
  }

  private synchronized void becomes(Given now) {
    given = now;
  }

  @Override
  public final void run() {
    boolean interrupted = Thread.currentThread().isInterrupted();
    try {
      becomes(Given.BEGUN);
      Turn turn = new Turn(target.timer);
      for (DueWork entry; turn.goesOn() && (entry = target.shared.poll()) != null; ) {
        try {
          if (turn.done == 1 && target.shared.hasMoreOfABatch()) {
            target.giveTurns(1); // this one may block
          }
        } finally {
          entry.run();
        }
        interrupted |= Thread.interrupted(); // not for the next one
      }
    } finally {
      becomes(Given.NOT); // what came before that is handed over here
      try {
        handOver();
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /**
   * What one user of a thread does before others have their turn: 128 tasks, and on a thread of
   * another scheduler none once those after the first have taken a millisecond.
   */
  static final class Turn {
    private static final int MOST = 128;
    private static final long NANOS = 1_000_000;
    private final @Nullable WheelTimer clock;
    private int done;
    private long endNanos;

    /** Begins one, with a clock if its length counts. */
    Turn(@Nullable WheelTimer clock) {
      this.clock = clock;
    }

    /** {@return whether to do one more} Reads the clock from the second one on. */
    boolean goesOn() {
      int before = done++;
      if (before == 0 || clock == null) {
        return before < MOST;
      }
      long now = TimerAccess.engineOf(clock).time.nowOrSeen();
      endNanos = before == 1 ? now + NANOS : endNanos;
      return before < MOST && now < endNanos;
    }
  }
}
