package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** A scheduler of Reactor or RxJava, or a Worker of one. */
public record Place(Handle handle, Once once, Periodic periodically) {
  /** A task, a Worker or a scheduler. */
  public record Handle(Runnable dispose, BooleanSupplier isDisposed) {
    static Handle of(Disposable disposable) {
      return new Handle(disposable::dispose, disposable::isDisposed);
    }

    private static @Nullable Handle of(io.reactivex.rxjava3.disposables.Disposable task) {
      return task == io.reactivex.rxjava3.disposables.Disposable.disposed()
          ? null
          : new Handle(task::dispose, task::isDisposed);
    }
  }

  /** A way to schedule after a delay; null if that is refused. */
  public interface Once {
    @Nullable Handle schedule(Runnable body, long nanos);
  }

  /** A way to schedule each period; null if that is refused. */
  public interface Periodic {
    @Nullable Handle schedule(Runnable body, long nanos, long periodNanos);
  }

  public static Place of(Scheduler by) {
    return new Place(
        Handle.of(by),
        (body, nanos) ->
            Handle.of(nanos == 0 ? by.schedule(body) : by.schedule(body, nanos, NANOSECONDS)),
        (body, nanos, period) ->
            Handle.of(by.schedulePeriodically(body, nanos, period, NANOSECONDS)));
  }

  public static Place of(Scheduler.Worker by) {
    return new Place(
        Handle.of(by),
        (body, nanos) ->
            Handle.of(nanos == 0 ? by.schedule(body) : by.schedule(body, nanos, NANOSECONDS)),
        (body, nanos, period) ->
            Handle.of(by.schedulePeriodically(body, nanos, period, NANOSECONDS)));
  }

  public static Place of(io.reactivex.rxjava3.core.Scheduler by) {
    return new Place(
        new Handle(by::shutdown, () -> false),
        (body, nanos) ->
            Handle.of(
                nanos == 0 ? by.scheduleDirect(body) : by.scheduleDirect(body, nanos, NANOSECONDS)),
        (body, nanos, period) ->
            Handle.of(by.schedulePeriodicallyDirect(body, nanos, period, NANOSECONDS)));
  }

  public static Place of(io.reactivex.rxjava3.core.Scheduler.Worker by) {
    return new Place(
        new Handle(by::dispose, by::isDisposed),
        (body, nanos) -> Handle.of(by.schedule(body, nanos, NANOSECONDS)),
        (body, nanos, period) ->
            Handle.of(by.schedulePeriodically(body, nanos, period, NANOSECONDS)));
  }
}
