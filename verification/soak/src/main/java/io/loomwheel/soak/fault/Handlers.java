package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;

/** Tasks that throw on threads whose handler of uncaught exceptions throws as well. */
final class Handlers implements Fault {
  @Override
  public String name() {
    return "handlers";
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (Chance.oneIn(4)) {
      Thread.currentThread()
          .setUncaughtExceptionHandler(
              (thread, cause) -> {
                thread.setUncaughtExceptionHandler(null);
                throw new IllegalStateException(Planned.MARK + ", in the handler");
              });
      throw new IllegalStateException(Planned.MARK);
    }
  }
}
