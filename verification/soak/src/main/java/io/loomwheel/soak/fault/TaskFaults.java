package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What tasks do to the timer that runs them. */
final class TaskFaults {
  /** Tasks that throw exceptions, errors as the JVM does, and real overflows of the stack. */
  static final class Throws implements Fault {
    @Override
    public void inTask(TestBed bed, int submitter) {
      if (Chance.oneIn(200)) {
        deeper(0);
      }
      switch (Chance.below(20)) {
        case 0 -> throw new OutOfMemoryError(Planned.MARK);
        case 1 -> throw new AssertionError(Planned.MARK);
        case 2 -> throw new NoClassDefFoundError(Planned.MARK);
        case 3, 4, 5 -> throw new IllegalStateException(Planned.MARK);
        default -> {}
      }
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int deeper(int depth) {
      return deeper(depth + 1) + 1;
    }
  }

  /** Tasks that sleep for milliseconds, and some that wait until the end of the wave. */
  static final class Blocks implements Fault {
    private volatile CountDownLatch end = new CountDownLatch(1);

    @Override
    public boolean holdsUpTasks() {
      return true;
    }

    @Override
    public Executor executor(Executor under) {
      end = new CountDownLatch(1);
      return under;
    }

    @Override
    public void inTask(TestBed bed, int submitter) {
      if (Thread.currentThread().getName().equals("soak-producer")) {
        return; // a task without delay runs there; who waits for this thread relents only then
      }
      try {
        if (Chance.oneIn(200)) {
          end.await(1, TimeUnit.MINUTES);
        } else if (Chance.oneIn(20)) {
          TimeUnit.MILLISECONDS.sleep(1 + Chance.below(20));
        }
      } catch (InterruptedException disposed) {
        // a task may be disposed of, or interrupted by another fault
      }
    }

    @Override
    public void relent() {
      end.countDown();
    }
  }

  /** Tasks that arm their successor, through the submitter that they came from. */
  static final class Rearms implements Fault {
    @Override
    public void inTask(TestBed bed, int submitter) {
      if (!bed.isStopping() && !Chance.oneIn(3)) {
        bed.arm(submitter, Chance.below(5_000_000));
      }
    }
  }

  /** Tasks of which one in hundreds stops the timer, while others arm on it. */
  static final class Stops implements Fault {
    @Override
    public void inTask(TestBed bed, int submitter) {
      if (Chance.oneIn(500)) {
        try {
          bed.stop();
        } catch (IllegalStateException onTheDriver) {
          // as it must be: with an executor that runs tasks there
        }
      }
    }
  }
}
