package io.loomwheel.internal.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** The workers that a relay has started; they run when a case says so, on its own threads. */
final class StartedWorkers implements Executor {
  private final Queue<Runnable> started = new ConcurrentLinkedQueue<>();

  /** Written before the actors begin. */
  private boolean refusing;

  @Override
  public void execute(Runnable worker) {
    if (refusing) {
      throw new OutOfMemoryError("the case allows no more threads");
    }
    started.add(worker);
  }

  /** Has every further start fail. */
  void refuse() {
    refusing = true;
  }

  /** Adds another worker, as one that finds tasks behind its own does. */
  void addOneOf(TaskRelay relay) {
    started.add(relay.new RelayWorker(null));
  }

  /** Runs the worker that has waited longest. */
  void runOne() {
    started.remove().run();
  }

  /** Runs all, those too that they start. */
  void runAll() {
    for (Runnable worker; (worker = started.poll()) != null; ) {
      worker.run();
    }
  }
}
