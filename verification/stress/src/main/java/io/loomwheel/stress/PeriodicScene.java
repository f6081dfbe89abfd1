package io.loomwheel.stress;

import io.loomwheel.loom.WheelExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/**
 * An executor with a periodic task that is due after 10 ns and every 100 ns from then on. Made anew
 * for each round of a case. Thread-safe.
 */
final class PeriodicScene {
  private final Scene scene = new Scene();
  private final AtomicInteger runs = new AtomicInteger();
  private final WheelExecutorService executor = WheelExecutorService.on(scene.timer());
  private final ScheduledFuture<?> future =
      executor.scheduleAtFixedRate(runs::incrementAndGet, 10, 100, TimeUnit.NANOSECONDS);

  /** Runs the task for the first time, here. */
  void run() {
    scene.advance(10);
  }

  void cancel() {
    future.cancel(false);
  }

  void shutdown() {
    executor.shutdown();
  }

  /** Notes: future cancelled?, runs, pending, terminated after a shutdown? */
  void note(LLLL_Result r) {
    r.r3 = scene.pending();
    scene.advance(Scene.LATER);
    r.r1 = future.isCancelled();
    r.r2 = runs.get();
    executor.shutdown();
    r.r4 = executor.isTerminated();
  }
}
