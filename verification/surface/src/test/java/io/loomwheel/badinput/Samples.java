package io.loomwheel.badinput;

import io.loomwheel.NanoClock;
import io.loomwheel.SteppedClock;
import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.ContextCapture;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.recipes.Backoff;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.recipes.LeaseRenewal;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.reactivestreams.Publisher;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;

/** A good argument of each type: a second, a task that counts its runs, the timer of the world. */
final class Samples {
  private static final Map<Class<?>, Function<World, ?>> BY_TYPE = new HashMap<>();

  static {
    add(boolean.class, world -> true);
    add(int.class, world -> 1);
    add(long.class, world -> 1L);
    add(Duration.class, world -> Duration.ofSeconds(1));
    add(TimeUnit.class, world -> TimeUnit.SECONDS);
    add(String.class, world -> "name");
    add(Object.class, world -> "key");
    add(Map.class, world -> Map.of());
    add(Optional.class, world -> Optional.of(Duration.ofSeconds(1)));
    add(Collection.class, world -> List.of("key"));
    add(Runnable.class, world -> world.task);
    add(Runnable[].class, world -> new Runnable[] {world.task});
    add(
        Callable.class,
        world ->
            () -> {
              world.task.run();
              return "done";
            });
    add(CompletableFuture.class, world -> new CompletableFuture<>());
    add(TimerTask.class, world -> world.timerTask);
    add(io.netty.util.TimerTask.class, world -> timeout -> world.task.run());
    add(Timer.class, world -> world.timer);
    add(WheelTimer.class, world -> world.timer);
    add(WheelTimer.Builder.class, world -> WheelTimer.builder());
    add(Timeout.class, world -> world.timer.newTimeout(timeout -> {}, 1, TimeUnit.SECONDS));
    add(NanoClock.class, world -> NanoClock.system());
    add(SteppedClock.Wheels.class, TimerRows::wheels);
    add(Executor.class, world -> Runnable::run);
    add(ThreadFactory.class, world -> Thread::new);
    add(BiConsumer.class, world -> (one, other) -> {});
    add(Consumer.class, world -> one -> {});
    add(Predicate.class, world -> one -> true);
    add(ToIntFunction.class, world -> one -> 0);
    add(Supplier.class, world -> Mono::empty);
    add(RandomGenerator.class, world -> RandomGenerator.getDefault());
    add(RejectedExecutionException.class, world -> new RejectedExecutionException("refused"));
    add(Backoff.class, world -> Backoff.fixed(Duration.ofSeconds(1)));
    add(HeartbeatTask.Channel.class, RecipeRows::channel);
    add(IdleTimeout.Listener.class, world -> idle -> world.task.run());
    add(LeaseRenewal.Lease.class, RecipeRows::lease);
    add(DelayedOperation.class, PurgatoryRows::operation);
    add(MeterRegistry.class, world -> new SimpleMeterRegistry());
    add(ContextCapture.class, world -> task -> task);
    add(ContextSnapshotFactory.class, world -> ContextSnapshotFactory.builder().build());
    add(Scannable.Attr.class, world -> Scannable.Attr.NAME);
    add(Publisher.class, world -> Mono.empty());
    add(
        reactor.core.scheduler.Scheduler.class,
        world -> reactor.core.scheduler.Schedulers.immediate());
    add(
        io.loomwheel.reactor.WheelScheduler.class,
        world -> io.loomwheel.reactor.WheelScheduler.on(world.timer));
    add(Scheduler.class, world -> Schedulers.trampoline());
    add(
        io.loomwheel.rxjava.WheelScheduler.class,
        world -> io.loomwheel.rxjava.WheelScheduler.on(world.timer));
    add(Flowable.class, world -> Flowable.never());
    add(Observable.class, world -> Observable.never());
    add(ObservableSource.class, world -> Observable.empty());
  }

  private static <T> void add(Class<T> type, Function<World, ? extends T> sample) {
    BY_TYPE.put(type, sample);
  }

  static Object of(Class<?> type, World world) {
    Function<World, ?> sample = BY_TYPE.get(type);
    if (sample == null) {
      throw new AssertionError("no good argument is known of " + type);
    }
    return sample.apply(world);
  }
}
