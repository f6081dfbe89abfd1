package io.loomwheel.stress;

import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * An executor that never runs its tasks, and one task for it, with a deadline in 10 ns. Made anew
 * for each round of a case. Thread-safe.
 */
final class TimedSubmitScene {
  private final Scene scene = new Scene();
  private final WheelExecutorService executor =
      WheelExecutorService.builder().timer(scene.timer()).taskExecutor(task -> {}).build();

  /** Null if the task was rejected. Written by the actor that submits, read by the arbiter. */
  private @Nullable Future<Integer> future;

  void submit() {
    try {
      future = executor.submitWithTimeout(() -> 1, Duration.ofNanos(10));
    } catch (RejectedExecutionException stopped) {
      future = null;
    }
  }

  void advance(int nanos) {
    scene.advance(nanos);
  }

  void stop() {
    scene.stop();
  }

  /** Notes: state of the future, terminated after a shutdown?, pending. */
  void note(LLL_Result r) {
    r.r1 = future == null ? "rejected" : future.state();
    executor.shutdown();
    r.r2 = executor.isTerminated();
    r.r3 = scene.pending();
  }
}
