package io.loomwheel.bench.timers;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.WheelExecutorService;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The contestants that run tasks which have to be done within a time. Stateless. */
public final class Submitters {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Submitters() {}

  /**
   * A submitter that may be made.
   *
   * @param name as the table shows it
   * @param role what it is to the others
   * @param make throws {@link UnsupportedOperationException} where it can't run
   */
  public record Kind(String name, Role role, Supplier<? extends Submitter> make) {}

  /** {@return those that run each task on a thread of its own, Loomwheel's plain submit first} */
  public static List<Kind> onAThreadEach() {
    return List.of(
        new Kind("Loomwheel, no timeout", Role.FLOOR, () -> plain(perTask())),
        new Kind("Loomwheel", Role.SUBJECT, () -> timed(perTask())),
        new Kind("JDK per task, no timeout", Role.PEER, Submitters::jdkPlain),
        new Kind("CompletableFuture.orTimeout", Role.PEER, Submitters::orTimeout),
        new Kind("FutureTask + STPE", Role.PEER, FutureAndPool::new));
  }

  /** {@return those whose tasks share threads, Loomwheel's plain submit first} */
  public static List<Kind> onSharedThreads() {
    return List.of(
        new Kind("relay, no timeout", Role.FLOOR, () -> plain(WheelExecutorService.create())),
        new Kind("relay", Role.SUBJECT, () -> timed(WheelExecutorService.create())),
        new Kind("ForkJoinPool", Role.PEER, ForkJoin::new));
  }

  private static WheelExecutorService perTask() {
    return WheelExecutorService.builder().taskExecutor(Relay.perTask()).build();
  }

  private static Submitter plain(ExecutorService executor) {
    return new Submitting(executor::submit, executor);
  }

  private static Submitter timed(WheelExecutorService executor) {
    return new Submitting(task -> executor.submitWithTimeout(task, TIMEOUT), executor);
  }

  private static Submitter jdkPlain() {
    return plain(Executors.newVirtualThreadPerTaskExecutor());
  }

  private static Submitter orTimeout() {
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    return new Submitting(
        task ->
            CompletableFuture.supplyAsync(() -> unchecked(task), executor)
                .orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS),
        executor);
  }

  private static Integer unchecked(Callable<Integer> task) {
    try {
      return task.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Way {
    Future<Integer> submit(Callable<Integer> task);
  }

  private record Submitting(Way way, ExecutorService executor) implements Submitter {
    @Override
    public Future<Integer> submit(Callable<Integer> task) {
      return way.submit(task);
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }

  /** What people write by hand: a future on a virtual thread, and a timer that cancels it. */
  private static final class FutureAndPool implements Submitter {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

    FutureAndPool() {
      timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Future<Integer> submit(Callable<Integer> task) {
      Timed future = new Timed(task);
      future.timeout =
          timer.schedule(() -> future.cancel(true), TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
      Thread.startVirtualThread(future);
      return future;
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }

    private static final class Timed extends FutureTask<Integer> {
      private Future<?> timeout = CompletableFuture.completedFuture(null);

      Timed(Callable<Integer> task) {
        super(task);
      }

      @Override
      protected void done() {
        timeout.cancel(false);
      }
    }
  }

  /** From JDK 25 on, hence by a handle. */
  private static final class ForkJoin implements Submitter {
    private final ForkJoinPool pool = new ForkJoinPool();
    private final MethodHandle submit = find();

    private static MethodHandle find() {
      try {
        return MethodHandles.lookup()
            .findVirtual(
                ForkJoinPool.class,
                "submitWithTimeout",
                MethodType.methodType(
                    ForkJoinTask.class,
                    Callable.class,
                    long.class,
                    TimeUnit.class,
                    Consumer.class));
      } catch (ReflectiveOperationException e) {
        throw new UnsupportedOperationException("ForkJoinPool times from JDK 25 on", e);
      }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Future<Integer> submit(Callable<Integer> task) {
      try {
        return (ForkJoinTask<Integer>)
            submit.invoke(
                pool,
                task,
                TIMEOUT.toNanos(),
                TimeUnit.NANOSECONDS,
                (Consumer<ForkJoinTask<Integer>>) null);
      } catch (Throwable t) {
        throw new IllegalStateException(t);
      }
    }

    @Override
    public void close() {
      pool.shutdownNow();
    }
  }
}
