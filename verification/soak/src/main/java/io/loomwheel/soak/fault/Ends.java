package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Shuts down, closes and disposes of whatever there is on the timer while others hand in tasks. */
final class Ends implements Fault {
  private static final int LONGEST_PAUSE_MICROS = 4_000;

  private static final int BURST = 64;

  private final LongAdder ended = new LongAdder();

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
      ended.increment();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(ended + " ended under load");
  }
}
