package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** What executors do, and what is done to them. */
final class ExecutorFaults {
  /**
   * No executor at all: tasks run on the thread that turns the wheels, or that arms; one of them
   * arms its successor without a delay, thousands of times.
   */
  static final class Inline implements Fault {
    private static final int LINKS = 3_000;

    @Override
    public Executor executor(Executor under) {
      return Runnable::run;
    }

    @Override
    public void inWave(TestBed bed) {
      link(bed, LINKS);
    }

    private static void link(TestBed bed, int more) {
      if (more > 0 && !bed.isStopping()) {
        bed.arm(0, 0, () -> link(bed, more - 1));
      }
    }
  }

  /**
   * An executor that refuses three tasks in ten, fails at some, and at some fails after it has
   * taken them.
   */
  static final class Rejects implements Fault {
    @Override
    public boolean refuses() {
      return true;
    }

    @Override
    public Executor executor(Executor under) {
      return task -> {
        int die = Chance.below(20);
        if (die < 6) {
          throw new RejectedExecutionException(Planned.MARK);
        }
        if (die == 6) {
          throw new IllegalStateException(Planned.MARK);
        }
        under.execute(task);
        if (die == 7) {
          throw new OutOfMemoryError(Planned.MARK);
        }
      };
    }
  }

  /**
   * Shuts down, closes and disposes of whatever there is on the timer while others hand in tasks.
   */
  static final class Ends implements Fault {
    private static final int LONGEST_PAUSE_MICROS = 4_000;

    private static final int BURST = 64;

    @Override
    public void inWave(TestBed bed) throws InterruptedException {
      int first = Chance.below(bed.submitters());
      for (int i = 0; i < bed.submitters(); i++) {
        TimeUnit.MICROSECONDS.sleep(Chance.below(LONGEST_PAUSE_MICROS));
        int submitter = (first + i) % bed.submitters();
        for (int k = 0; k < BURST; k++) { // which are about to begin as it ends
          bed.arm(submitter, Chance.below(2));
        }
        bed.close(submitter, Chance.oneIn(2));
      }
    }
  }
}
