package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * An executor that refuses three tasks in ten, fails at some, and at some fails after it has taken
 * them.
 */
final class Rejects implements Fault {
  @Override
  public String name() {
    return "rejects";
  }

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
