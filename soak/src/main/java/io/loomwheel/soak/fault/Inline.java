package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import java.util.concurrent.Executor;

/** No executor at all: tasks run on the thread that turns the wheels, or that arms. */
final class Inline implements Fault {
  @Override
  public String name() {
    return "inline";
  }

  @Override
  public Executor executor(Executor under) {
    return Runnable::run;
  }
}
