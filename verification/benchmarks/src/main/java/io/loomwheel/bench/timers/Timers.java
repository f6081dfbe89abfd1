package io.loomwheel.bench.timers;

import io.loomwheel.WheelTimer;
import io.loomwheel.charts.Role;
import io.loomwheel.dispatch.Relay;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The timers that take part. Stateless. */
public final class Timers {
  /** Shows the limit of those that arm and cancel. */
  public static final Kind FLOOR = new Kind("floor", Role.FLOOR, OurTimers.Floor::new);

  /** What it is all about. */
  public static final Kind LOOMWHEEL = loomwheel("Loomwheel", WheelTimer::create);

  public static final Kind NETTY = netty("Netty 1 ms", 1, Runnable::run);

  /**
   * {@return all that are real timers and may be shared by so many threads, Loomwheel first} They
   * run tasks on a thread of their own, if at all.
   */
  public static List<Kind> shared(int threads) {
    List<Kind> kinds =
        new ArrayList<>(
            List.of(
                LOOMWHEEL,
                NETTY,
                netty("Netty 100 ms", 100, Runnable::run),
                new Kind("Kafka", Role.PEER, PeerTimers.KafkaTimer::new)));
    kinds.addAll(executors(false));
    if (threads == 1) {
      kinds.add(new Kind("Agrona", Role.PEER, PeerTimers.AgronaTimer::new));
    }
    return kinds;
  }

  /** {@return those that run each task, or each that blocks, on a virtual thread} */
  public static List<Kind> onVirtualThreads() {
    List<Kind> kinds =
        new ArrayList<>(
            List.of(
                LOOMWHEEL,
                loomwheel("Loomwheel perTask", () -> on(Relay.perTask())),
                netty("Netty 1 ms", 1, Thread::startVirtualThread)));
    kinds.addAll(executors(true));
    return kinds;
  }

  /** {@return those that run all tasks on the timer's own thread, or its one other} */
  public static List<Kind> onTheTimersThread() {
    return List.of(
        loomwheel("Loomwheel, no threads", () -> on(Runnable::run)),
        netty("Netty 1 ms, no threads", 1, Runnable::run));
  }

  private static Kind loomwheel(String name, Supplier<WheelTimer> make) {
    return new Kind(name, Role.SUBJECT, () -> new OurTimers.Loomwheel(make.get()));
  }

  private static WheelTimer on(Executor executor) {
    return WheelTimer.builder().taskExecutor(executor).build();
  }

  private static Kind netty(String name, int tickMillis, Executor executor) {
    return new Kind(name, Role.PEER, () -> new PeerTimers.NettyTimer(tickMillis, executor));
  }

  private static List<Kind> executors(boolean hands) {
    return List.of(
        new Kind(
            "ScheduledThreadPool",
            Role.PEER,
            () -> new PeerTimers.ExecutorTimer(PeerTimers.threadPool(), hands)),
        new Kind(
            "ForkJoinPool",
            Role.PEER,
            () -> new PeerTimers.ExecutorTimer(PeerTimers.forkJoinPool(), hands)));
  }
}
