package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Tasks of an executor that have a period or a timeout. */
public final class ExecutorRaces {
  @JCStressTest
  @Description(
      "A periodic future is cancelled as a run of it ends. Outcome: future cancelled?, runs, "
          + "pending, terminated after a shutdown?")
  @State
  public static class PeriodCancel extends PeriodicScene {
    @Actor
    public void run() {
      advance(10);
    }

    @Actor
    public void cancel() {
      future.cancel(false);
    }

    @Arbiter
    public void after(LLLL_Result r) {
      note(r);
    }
  }

  @JCStressTest
  @Description(
      "An executor is shut down as a run of a periodic task ends. Outcome: future cancelled?, "
          + "runs, pending, terminated after a shutdown?")
  @State
  public static class PeriodShutdown extends PeriodicScene {
    @Actor
    public void run() {
      advance(10);
    }

    @Actor
    public void shutdown() {
      executor.shutdown();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      note(r);
    }
  }

  @JCStressTest
  @Description(
      "A task with a deadline is submitted to an executor that never runs it, while the deadline "
          + "comes. Outcome: state of its future, terminated after a shutdown?, pending.")
  @Outcome(id = "FAILED, true, 0", expect = ACCEPTABLE, desc = "timed out, and forgotten")
  @State
  public static class TimedSubmitExpire extends TimedSubmitScene {
    @Actor
    public void submit() {
      submitTask();
    }

    @Actor
    public void expire() {
      advance(10);
    }

    @Arbiter
    public void after(LLL_Result r) {
      advance(LATER);
      note(r);
    }
  }

  @JCStressTest
  @Description(
      "A task with a deadline is submitted to an executor that never runs it, while the timer is "
          + "stopped. Outcome: state of its future, terminated after a shutdown?, pending.")
  @Outcome(id = "rejected, true, 0", expect = ACCEPTABLE, desc = "stopped first")
  @Outcome(id = "CANCELLED, true, 0", expect = ACCEPTABLE, desc = "accepted, then cancelled")
  @State
  public static class TimedSubmitStop extends TimedSubmitScene {
    @Actor
    public void submit() {
      submitTask();
    }

    @Actor
    public void stopTimer() {
      stop();
    }

    @Arbiter
    public void after(LLL_Result r) {
      note(r);
    }
  }

  /**
   * An executor with a periodic task that is due after 10 ns and every 100 ns from then on.
   * Outcome: future cancelled?, runs, pending, terminated after a shutdown?
   */
  @Outcome(id = "true, 0, 0, true", expect = ACCEPTABLE, desc = "before the run")
  @Outcome(id = "true, 1, 0, true", expect = ACCEPTABLE, desc = "during the run, or after it")
  abstract static class PeriodicScene extends Scene {
    final WheelExecutorService executor = WheelExecutorService.on(timer);
    final ScheduledFuture<?> future =
        executor.scheduleAtFixedRate(this::noteRun, 10, 100, TimeUnit.NANOSECONDS);

    final void note(LLLL_Result r) {
      r.r3 = pending();
      r.r2 = runsInTheEnd();
      r.r1 = future.isCancelled();
      executor.shutdown();
      r.r4 = executor.isTerminated();
    }
  }

  /**
   * An executor that never runs its tasks, and one task for it, with a deadline in 10 ns. Outcome:
   * state of its future, terminated after a shutdown?, pending.
   */
  abstract static class TimedSubmitScene extends Scene {
    private final WheelExecutorService executor =
        WheelExecutorService.builder().timer(timer).taskExecutor(task -> {}).build();

    /** Null if the task was rejected. Written by the actor that submits, read by the arbiter. */
    private @Nullable Future<Integer> future;

    final void submitTask() {
      try {
        future = executor.submitWithTimeout(() -> 1, Duration.ofNanos(10));
      } catch (RejectedExecutionException stopped) {
        future = null;
      }
    }

    final void note(LLL_Result r) {
      r.r1 = future == null ? "rejected" : future.state();
      executor.shutdown();
      r.r2 = executor.isTerminated();
      r.r3 = pending();
    }
  }
}
