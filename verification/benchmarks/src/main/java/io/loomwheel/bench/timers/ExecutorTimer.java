package io.loomwheel.bench.timers;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A scheduled executor of the JDK's. */
final class ExecutorTimer implements BenchmarkTimer {
  private static final long WAIT_SECONDS = 60;

  private final Task task;
  private final ScheduledExecutorService executor;

  ExecutorTimer(Task task, ScheduledExecutorService executor) {
    this.task = task;
    this.executor = executor;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the handle
  public Object arm(long delayNanos) {
    return executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void cancel(Object handle) {
    ((Future<?>) handle).cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("still running after " + WAIT_SECONDS + " s: " + executor);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
