package io.loomwheel.internal.dispatch;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A relay whose workers run when a case says so, and two tasks for it that count their runs. Made
 * anew for each round of a case. Thread-safe.
 */
final class RelayScene {
  final StartedWorkers workers = new StartedWorkers();
  final TaskRelay relay =
      new TaskRelay(workers, new ConcurrentLinkedQueue<>(), new RelayCheck.Checks(), null);

  private final AtomicInteger firstRuns = new AtomicInteger();
  private final AtomicInteger secondRuns = new AtomicInteger();

  void executeFirst() {
    relay.execute(firstRuns::incrementAndGet);
  }

  void executeSecond() {
    relay.execute(secondRuns::incrementAndGet);
  }

  int firstRuns() {
    return firstRuns.get();
  }

  int secondRuns() {
    return secondRuns.get();
  }
}
