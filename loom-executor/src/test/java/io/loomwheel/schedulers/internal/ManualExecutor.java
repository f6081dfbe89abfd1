package io.loomwheel.schedulers.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** An executor whose tasks run when a test says so, or inside the call that hands them over. */
final class ManualExecutor implements Executor {
  private final Queue<Runnable> handed = new ConcurrentLinkedQueue<>();
  private boolean runsInside;

  @Override
  public void execute(Runnable task) {
    if (runsInside) {
      task.run();
    } else {
      handed.add(task);
    }
  }

  void runInside(boolean inside) {
    runsInside = inside;
  }

  /** {@return how many tasks have not begun} */
  int waiting() {
    return handed.size();
  }

  void runNext() {
    handed.remove().run();
  }

  /** Runs one twice, as an executor may that throws after it has handed it to a thread. */
  void runNextTwice() {
    Runnable next = handed.remove();
    next.run();
    next.run();
  }

  void runAll() {
    while (!handed.isEmpty()) {
      runNext();
    }
  }
}
