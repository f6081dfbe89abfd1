package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.task.DrainingClient;
import io.loomwheel.loom.task.Task;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one scheduler share, from a start to the next shutdown, and what RxJava wants
 * done with their failures.
 */
final class SchedulerClient extends DrainingClient {
  private final @Nullable Target target;

  SchedulerClient(
      WheelTimer timer, boolean ownsTimer, boolean interrupts, @Nullable Target target) {
    super(timer, ownsTimer, interrupts);
    this.target = target;
  }

  /** Idempotent; doesn't wait. */
  void shutdown() {
    close();
    stopTimer();
  }

  @Override
  protected void onEnd() {}

  /** A target is handed what has no delay right here, so that the caller learns if it refuses. */
  @Override
  protected boolean hand(Task task, long delayNanos) {
    if (delayNanos > 0 || target == null || timer().engine().isStopped()) {
      return super.hand(task, delayNanos);
    }
    task.primeFired(timer().engine().now());
    return target.offer(task);
  }

  /** Reports that a submission was not taken, if it is the timer that takes no more. */
  void reportRefusal() {
    if (!isClosed() && timer().engine().isStopped()) {
      RxJavaPlugins.onError(new RejectedExecutionException("the timer was stopped: " + timer()));
    }
  }

  @Override
  protected @Nullable Target executor() {
    return target;
  }

  @Override
  protected boolean failed(Throwable cause, boolean periodic) {
    try {
      RxJavaPlugins.onError(cause);
    } catch (Throwable handlerFailed) {
      // as the JVM ignores what a handler of uncaught exceptions throws
    }
    return false;
  }
}
