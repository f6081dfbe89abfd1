package io.loomwheel.badinput;

import static java.util.Map.entry;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava4.WheelScheduler;
import io.reactivex.rxjava4.core.Flowable;
import io.reactivex.rxjava4.core.Observable;
import io.reactivex.rxjava4.core.ObservableSource;
import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.schedulers.Schedulers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A good argument of each type that a method of this adapter takes. */
final class Samples {
  private static final Map<Class<?>, Function<World, ?>> BY_TYPE =
      Map.ofEntries(
          entry(boolean.class, world -> true),
          entry(long.class, world -> 1L),
          entry(Duration.class, world -> Duration.ofSeconds(1)),
          entry(TimeUnit.class, world -> TimeUnit.SECONDS),
          entry(String.class, world -> "name"),
          entry(Runnable.class, world -> world.task),
          entry(Executor.class, world -> (Executor) Runnable::run),
          entry(WheelTimer.class, world -> world.timer),
          entry(WheelScheduler.class, world -> WheelScheduler.on(world.timer)),
          entry(Scheduler.class, world -> Schedulers.trampoline()),
          entry(Publisher.class, world -> Flowable.empty()),
          entry(Flowable.class, world -> Flowable.never()),
          entry(Observable.class, world -> Observable.never()),
          entry(ObservableSource.class, world -> Observable.empty()));

  static Object of(Class<?> type, World world) {
    Function<World, ?> sample = BY_TYPE.get(type);
    if (sample == null) {
      throw new AssertionError("no good argument is known of " + type);
    }
    return sample.apply(world);
  }
}
