package io.loomwheel.soak.errors;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.loomwheel.soak.submitter.Place;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs jobs later. */
interface Subject {
  /** Takes a job, unless this throws. {@return what cancels it} */
  Runnable take(Job job);

  /** Ends a Worker: the next job of its lane comes to a new one. */
  default void endLane(int lane) {}

  /** {@return whether no task counts as unfinished} */
  default boolean isEmpty() {
    return true;
  }

  default void end() {}

  /** {@return a scheduler, each lane of which has a Worker} */
  static Subject of(
      Place scheduler, Supplier<Place> newWorker, BooleanSupplier isEmpty, Runnable end) {
    Place[] workers = new Place[ErrorRun.LANES];
    return new Subject() {
      @Override
      public Runnable take(Job job) {
        if (job.lane >= 0 && workers[job.lane] == null) {
          workers[job.lane] = newWorker.get();
        }
        Place by = job.lane < 0 ? scheduler : workers[job.lane];
        long nanos = MILLISECONDS.toNanos(job.delayMillis);
        Place.Handle taken =
            job.periodic
                ? by.periodically().schedule(job, nanos, MILLISECONDS.toNanos(Job.PERIOD))
                : by.once().schedule(job, nanos);
        if (taken == null) {
          throw new RejectedExecutionException("refused " + job);
        }
        return taken.dispose();
      }

      @Override
      public void endLane(int lane) {
        if (workers[lane] != null) {
          workers[lane].handle().dispose().run();
          workers[lane] = null;
        }
      }

      @Override
      public boolean isEmpty() {
        return isEmpty.getAsBoolean();
      }

      @Override
      public void end() {
        end.run();
      }
    };
  }
}
