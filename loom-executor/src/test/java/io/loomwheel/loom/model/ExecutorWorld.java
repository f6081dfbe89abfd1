package io.loomwheel.loom.model;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * An executor with one task, whose clock and whose thread are operations; {@link ExecutorSpec} says
 * what they do.
 */
public final class ExecutorWorld implements World {
  private static final Duration TIME = Duration.ofNanos(ExecutorSpec.TIME);

  private final ManualClock clock = new ManualClock();
  private final Queue<Runnable> handed = new ArrayDeque<>();
  private final WheelTimer timer;
  private final Timeout filler;
  private final WheelExecutorService executor;
  private Future<?> future;
  private int runs;
  private int returned;

  /**
   * Makes one.
   *
   * @param delayedAfterShutdown whether a delayed task runs after a shutdown
   * @param full whether the timer is at its limit, until the end
   */
  public ExecutorWorld(boolean delayedAfterShutdown, boolean full) {
    WheelTimer.Builder builder =
        WheelTimer.builder().clock(clock).leakDetection(false).taskExecutor(handed::add);
    timer = (full ? builder.maxPendingTimeouts(1) : builder).build();
    filler = timer.newTimeout(timeout -> {}, 1, TimeUnit.DAYS);
    if (!full) {
      filler.cancel();
    }
    executor =
        WheelExecutorService.builder()
            .timer(timer)
            .executeDelayedAfterShutdown(delayedAfterShutdown)
            .build();
  }

  private boolean run() {
    Steps.here();
    runs++;
    Steps.here();
    return true;
  }

  private void fail() {
    run();
    throw new IllegalStateException("on purpose");
  }

  @Override
  public String perform(char operation) {
    switch (operation) {
      case ExecutorSpec.TICK -> clock.advance(TIME);
      case ExecutorSpec.RUN -> runNext();
      case ExecutorSpec.CANCEL -> {
        return future == null ? "none" : "" + future.cancel(false);
      }
      case ExecutorSpec.SHUTDOWN -> executor.shutdown();
      case ExecutorSpec.SHUTDOWN_NOW -> shutdownNow();
      case ExecutorSpec.STOP -> timer.stop();
      case ExecutorSpec.IS_TERMINATED -> {
        return "" + executor.isTerminated();
      }
      default -> {
        return submit(operation);
      }
    }
    return "";
  }

  private String submit(char kind) {
    Callable<Boolean> task = this::run;
    try {
      future =
          switch (kind) {
            case ExecutorSpec.SUBMITTED -> executor.submit(task);
            case ExecutorSpec.TIMED -> executor.submitWithTimeout(task, TIME);
            case ExecutorSpec.DELAYED, ExecutorSpec.DELAYED_UNTIL_SHUTDOWN ->
                executor.schedule(task, ExecutorSpec.TIME, TimeUnit.NANOSECONDS);
            case ExecutorSpec.PERIODIC -> every(this::run);
            case ExecutorSpec.FAILING -> every(this::fail);
            default -> throw new IllegalArgumentException("no operation: " + kind);
          };
      return "accepted";
    } catch (RejectedExecutionException shutDown) {
      return "rejected";
    }
  }

  private Future<?> every(Runnable task) {
    return executor.scheduleAtFixedRate(
        task, ExecutorSpec.TIME, ExecutorSpec.TIME, TimeUnit.NANOSECONDS);
  }

  /** Whoever calls it knows the future of what it returns. */
  private void shutdownNow() {
    for (Runnable left : executor.shutdownNow()) {
      future = (Future<?>) left;
      returned++;
    }
  }

  private void runNext() {
    Runnable next = handed.poll();
    if (next != null) {
      next.run();
      Thread.interrupted(); // meant for the task
    }
  }

  @Override
  public String end() {
    filler.cancel();
    if (!executor.isShutdown()) {
      executor.shutdown();
    }
    runAll();
    long held = timer.pendingTimeouts();
    for (int round = 0; round < 3; round++) {
      runAll();
      clock.advance(TIME);
    }
    return ExecutorSpec.outcome(
        future == null ? "none" : future.state().name(),
        runs,
        returned,
        held,
        executor.isTerminated() && timer.pendingTimeouts() == 0);
  }

  private void runAll() {
    while (!handed.isEmpty()) {
      runNext();
    }
  }
}
