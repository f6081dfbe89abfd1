package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Tasks of which one in hundreds stops the timer, while others arm on it. */
final class Stops implements Fault {
  private final LongAdder stopped = new LongAdder();
  private final LongAdder refused = new LongAdder();

  @Override
  public String name() {
    return "stops";
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (Chance.oneIn(500)) {
      try {
        bed.stop();
        stopped.increment();
      } catch (IllegalStateException onTheDriver) {
        refused.increment(); // with an executor that runs tasks there
      }
    }
  }

  @Override
  public List<String> figures() {
    return List.of(stopped + " stops by tasks, " + refused + " refused on the driver");
  }
}
