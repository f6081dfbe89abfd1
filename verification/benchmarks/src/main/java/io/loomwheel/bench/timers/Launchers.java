package io.loomwheel.bench.timers;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.dispatch.Relay;
import io.netty.util.HashedWheelTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The contestants whose timeouts fire. Stateless. Peers start their virtual threads with {@link
 * Thread#startVirtualThread}, which is cheaper than an executor service that keeps track of them.
 */
public final class Launchers {
  /** Runs each task in place, when it is armed: what the tasks themselves cost. */
  public static final Kind<Launcher> FLOOR = new Kind<>("floor", Role.FLOOR, InPlace::new);

  /** {@return those that run each task, or each that blocks, on a virtual thread} */
  public static List<Kind<Launcher>> onVirtualThreads() {
    return List.of(
        new Kind<>("Loomwheel", Role.SUBJECT, () -> new Loomwheel(WheelTimer.create())),
        new Kind<>("Loomwheel perTask", Role.SUBJECT, () -> loomwheel(Relay.perTask())),
        new Kind<>("Netty 1 ms", Role.PEER, () -> new NettyLauncher(Thread::startVirtualThread)),
        new Kind<>(
            "ScheduledThreadPool",
            Role.PEER,
            () -> new OnExecutor(JdkExecutors.threadPool(), true)),
        new Kind<>(
            "ForkJoinPool", Role.PEER, () -> new OnExecutor(JdkExecutors.forkJoinPool(), true)));
  }

  /** {@return those that run all tasks on the timer's own thread, or its one other} */
  public static List<Kind<Launcher>> onTheTimersThread() {
    return List.of(
        new Kind<>("Loomwheel, no threads", Role.SUBJECT, () -> loomwheel(Runnable::run)),
        new Kind<>("Netty 1 ms, no threads", Role.PEER, () -> new NettyLauncher(Runnable::run)));
  }

  /** {@return the same, and executors whose threads run the tasks themselves} */
  public static List<Kind<Launcher>> onAThreadOfTheTimers() {
    List<Kind<Launcher>> kinds = new ArrayList<>(onTheTimersThread());
    kinds.add(
        new Kind<>(
            "ScheduledThreadPool, no others",
            Role.PEER,
            () -> new OnExecutor(JdkExecutors.threadPool(), false)));
    kinds.add(
        new Kind<>(
            "ForkJoinPool, no others",
            Role.PEER,
            () -> new OnExecutor(JdkExecutors.forkJoinPool(), false)));
    return kinds;
  }

  private static Launcher loomwheel(Executor executor) {
    return new Loomwheel(WheelTimer.builder().taskExecutor(executor).build());
  }

  private record InPlace() implements Launcher {
    @Override
    public void launch(RecordedTask shot, long delayNanos) {
      shot.run();
    }

    @Override
    public void close() {}
  }

  private record Loomwheel(WheelTimer timer) implements Launcher {
    @Override
    public void launch(RecordedTask shot, long delayNanos) {
      timer.newTimeout(shot, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      timer.close();
    }
  }

  /** A scheduled executor, whose threads run the tasks, or start a virtual thread for each. */
  private record OnExecutor(ScheduledExecutorService executor, boolean hands) implements Launcher {
    @Override
    public void launch(RecordedTask shot, long delayNanos) {
      Runnable task = hands ? () -> Thread.startVirtualThread(shot) : shot;
      Future<?> unused = executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }

  /** Netty's hashed wheel with a tick of 1 ms, 512 slots, no limit and no leak detection. */
  static final class NettyLauncher implements Launcher {
    private final HashedWheelTimer timer;

    NettyLauncher(Executor executor) {
      timer =
          new HashedWheelTimer(
              Executors.defaultThreadFactory(), 1, TimeUnit.MILLISECONDS, 512, false, -1, executor);
    }

    @Override
    public void launch(RecordedTask shot, long delayNanos) {
      timer.newTimeout(shot, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      timer.stop();
    }
  }
}
