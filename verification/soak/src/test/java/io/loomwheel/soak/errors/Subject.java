package io.loomwheel.soak.errors;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs jobs later. */
interface Subject {
  /** Takes a job, unless this throws. {@return what cancels it} */
  Runnable take(Job job);

  /** Ends a Worker: the next job of its lane comes to a new one. */
  default void endLane(int lane) {}

  default void end() {}

  /** {@return a scheduler, whose function gives a job to a Worker, or to none if that is null} */
  static <W> Subject withWorkers(
      Supplier<W> newWorker,
      BiFunction<W, Job, Runnable> take,
      Consumer<W> endWorker,
      Runnable end) {
    Object[] workers = new Object[ErrorRun.LANES];
    return new Subject() {
      @SuppressWarnings("unchecked")
      private W worker(int lane) {
        return lane < 0 ? null : (W) workers[lane];
      }

      @Override
      public Runnable take(Job job) {
        if (job.lane >= 0 && workers[job.lane] == null) {
          workers[job.lane] = newWorker.get();
        }
        return take.apply(worker(job.lane), job);
      }

      @Override
      public void endLane(int lane) {
        W worker = worker(lane);
        if (worker != null) {
          endWorker.accept(worker);
          workers[lane] = null;
        }
      }

      @Override
      public void end() {
        end.run();
      }
    };
  }
}
