package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ways to build a scheduler. Every suite of the contract runs on each. */
@SuppressWarnings("ImmutableEnumChecker") // suppliers
enum Way {
  PLAIN(null, null),
  WITHOUT_INTERRUPTS(null, null),
  HASHED(null, null),
  COARSE(null, null),
  POOL(() -> pool(4), null),
  ONE_THREAD(() -> pool(1), null),
  VIRTUAL_THREADS(Executors::newVirtualThreadPerTaskExecutor, null),
  CALLER(() -> Runnable::run, null),
  TIMING_COMPUTATION(null, () -> RxJavaPlugins.createComputationScheduler(threads())),
  TIMING_IO(null, () -> RxJavaPlugins.createIoScheduler(threads())),
  TIMING_SINGLE(null, () -> RxJavaPlugins.createSingleScheduler(threads())),
  TIMING_NEW_THREAD(null, () -> RxJavaPlugins.createNewThreadScheduler(threads())),
  TIMING_TRAMPOLINE(null, Schedulers::trampoline),
  TIMING_EXECUTOR(null, () -> Schedulers.from(pool(4)));

  private final @Nullable Supplier<Executor> executor;
  private final @Nullable Supplier<Scheduler> target;

  Way(@Nullable Supplier<Executor> executor, @Nullable Supplier<Scheduler> target) {
    this.executor = executor;
    this.target = target;
  }

  /** {@return a new executor for tasks, or null for that of the timer} */
  @Nullable Executor executor() {
    return executor == null ? null : executor.get();
  }

  /** {@return whether another scheduler runs the tasks} */
  boolean delegates() {
    return target != null;
  }

  /** {@return a new scheduler to run tasks, or null} */
  @Nullable Scheduler target() {
    return target == null ? null : target.get();
  }

  WheelTimer.Builder timer() {
    WheelTimer.Builder builder = WheelTimer.builder();
    return switch (this) {
      case HASHED -> builder.hashed(64);
      case COARSE -> builder.tickDuration(Duration.ofMillis(10));
      default -> builder;
    };
  }

  private static ThreadFactory threads() {
    return Thread.ofPlatform().daemon().name("target-", 0).factory();
  }

  /** Of as many threads, which end when they have had nothing to do for a while. */
  private static Executor pool(int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads, threads, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
