package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.concurrent.TimeUnit;

/** Shuts down, closes and disposes of whatever there is on the timer while others hand in tasks. */
final class Ends implements Fault {
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
