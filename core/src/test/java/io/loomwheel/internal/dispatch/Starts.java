package io.loomwheel.internal.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Stands in for threads: what is started waits until the test runs it, and may be refused. */
final class Starts implements Executor {
  final Deque<Runnable> started = new ArrayDeque<>();
  boolean failing;
  int refused;

  @Override
  public void execute(Runnable thread) {
    if (failing) {
      refused++;
      throw new RejectedExecutionException("no thread", new OutOfMemoryError("on purpose"));
    }
    started.add(thread);
  }

  /** Runs what was started, and what that starts, one after the other. */
  void runAll() {
    for (Runnable thread; (thread = started.poll()) != null; ) {
      thread.run();
    }
  }
}
