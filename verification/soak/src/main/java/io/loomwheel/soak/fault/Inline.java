package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.concurrent.Executor;

/**
 * No executor at all: tasks run on the thread that turns the wheels, or that arms; one of them arms
 * its successor without a delay, thousands of times.
 */
final class Inline implements Fault {
  private static final int LINKS = 3_000;

  @Override
  public String name() {
    return "inline";
  }

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
