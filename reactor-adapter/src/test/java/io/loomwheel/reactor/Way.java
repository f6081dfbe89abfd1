package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The ways to build a {@code WheelScheduler}. */
enum Way {
  CREATE,
  ON_A_TIMER,
  NO_INTERRUPTS,
  HASHED_WHEEL,
  COARSE_TICK,
  POOL,
  ONE_THREAD,
  VIRTUAL_THREADS,
  INLINE,
  PARALLEL,
  BOUNDED_ELASTIC,
  SINGLE,
  IMMEDIATE,
  FROM_EXECUTOR,
  FROM_EXECUTOR_SERVICE;

  /** {@return whether another scheduler runs the tasks} */
  boolean delegates() {
    return switch (this) {
      case PARALLEL, BOUNDED_ELASTIC, SINGLE, IMMEDIATE, FROM_EXECUTOR, FROM_EXECUTOR_SERVICE ->
          true;
      default -> false;
    };
  }

  private boolean hasExecutor() {
    return switch (this) {
      case POOL, ONE_THREAD, VIRTUAL_THREADS, INLINE -> true;
      default -> false;
    };
  }

  /** {@return whether tasks run inside the call that hands them over} */
  boolean isInline() {
    return this == INLINE || this == IMMEDIATE;
  }

  /** {@return whether tasks run on other threads than the one that moves a test's clock} */
  boolean runsOnOtherThreads() {
    return (delegates() || hasExecutor()) && !isInline();
  }

  /** {@return whether a test may block any number of threads} */
  boolean hasManyThreads() {
    return switch (this) {
      case ONE_THREAD, INLINE, PARALLEL, BOUNDED_ELASTIC, SINGLE, IMMEDIATE -> false;
      default -> true;
    };
  }

  /** {@return whether tasks run on virtual threads} */
  boolean isVirtual() {
    return (!delegates() && !hasExecutor()) || this == VIRTUAL_THREADS;
  }

  Ecosystem ecosystem() {
    return new Ecosystem();
  }

  /** What is made for one test, and ended with it. */
  final class Ecosystem extends ReactorEcosystem {
    private final List<Runnable> ends = new ArrayList<>();

    Way way() {
      return Way.this;
    }

    @Override
    public Subject own() {
      if (delegates()) {
        return subject(WheelScheduler.delegating(realTimer(), target()));
      }
      return subject(
          switch (Way.this) {
            case CREATE -> WheelScheduler.create();
            case ON_A_TIMER, HASHED_WHEEL, COARSE_TICK -> WheelScheduler.on(realTimer());
            case NO_INTERRUPTS -> WheelScheduler.builder().interruptOnDispose(false).build();
            default -> WheelScheduler.builder().taskExecutor(executor()).build();
          });
    }

    @Override
    public Subject ownWithoutInterrupts() {
      WheelScheduler.Builder gentle = WheelScheduler.builder().interruptOnDispose(false);
      if (hasExecutor()) {
        gentle.taskExecutor(executor());
      }
      return subject(gentle.timer(realTimer()).build());
    }

    @Override
    public Subject on(WheelTimer timer) {
      if (delegates()) {
        return subject(WheelScheduler.delegating(timer, new Settled().around(target())));
      }
      WheelScheduler.Builder builder = WheelScheduler.builder().timer(timer);
      if (hasExecutor()) {
        builder.taskExecutor(Way.this == INLINE ? executor() : new Settled().around(executor()));
      }
      return subject(builder.interruptOnDispose(Way.this != NO_INTERRUPTS).build());
    }

    @Override
    public Subject on(WheelTimer timer, Executor executor) {
      return delegates()
          ? subject(WheelScheduler.delegating(timer, Schedulers.fromExecutor(executor)))
          : super.on(timer, executor);
    }

    @Override
    public WheelTimer.Builder timer() {
      return Way.this == HASHED_WHEEL ? super.timer().hashed(512) : super.timer();
    }

    private static Subject subject(WheelScheduler scheduler) {
      return new OfScheduler(scheduler);
    }

    private WheelTimer realTimer() {
      WheelTimer.Builder builder = WheelTimer.builder();
      switch (Way.this) {
        case HASHED_WHEEL -> builder.hashed(512);
        case COARSE_TICK -> builder.tickDuration(Duration.ofMillis(10));
        default -> {}
      }
      WheelTimer timer = builder.build();
      ends.add(timer::stop);
      return timer;
    }

    private Executor executor() {
      return switch (Way.this) {
        case POOL -> ended(Executors.newCachedThreadPool());
        case ONE_THREAD -> ended(Executors.newSingleThreadExecutor());
        case VIRTUAL_THREADS -> ended(Executors.newVirtualThreadPerTaskExecutor());
        default -> Runnable::run;
      };
    }

    private ExecutorService ended(ExecutorService executor) {
      ends.add(executor::shutdownNow);
      return executor;
    }

    private Scheduler target() {
      Scheduler target =
          switch (Way.this) {
            case PARALLEL -> Schedulers.newParallel("target", 4);
            case BOUNDED_ELASTIC -> Schedulers.newBoundedElastic(4, 1_000_000, "target");
            case SINGLE -> Schedulers.newSingle("target");
            case IMMEDIATE -> Schedulers.immediate();
            case FROM_EXECUTOR -> {
              ExecutorService pool = ended(Executors.newCachedThreadPool());
              yield Schedulers.fromExecutor(task -> pool.execute(task)); // which hides the pool
            }
            default -> Schedulers.fromExecutorService(Executors.newCachedThreadPool());
          };
      ends.add(((Disposable) target)::dispose);
      return target;
    }

    @Override
    public void reset() {
      super.reset();
      ends.forEach(Runnable::run);
    }
  }
}
