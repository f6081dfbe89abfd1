package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts at random moments: at the timer's thread and at those that arm, and by tasks, whose
 * threads have others to run.
 */
final class Interrupts implements Fault {
  private static final int TIMES = 100;

  @Override
  public void inTask(TestBed bed, int submitter) {
    Thread own = Thread.currentThread();
    if (Chance.oneIn(20) && !own.getName().equals("soak-fault")) {
      own.interrupt();
    }
  }

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    for (int i = 0; i < TIMES; i++) {
      String name = i % 2 == 0 ? TestBed.NAME : "soak-producer";
      List<Thread> ours =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith(name))
              .toList();
      if (!ours.isEmpty()) {
        ours.get(Chance.below(ours.size())).interrupt();
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }
}
