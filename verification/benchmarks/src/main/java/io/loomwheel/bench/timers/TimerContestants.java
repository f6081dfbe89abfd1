package io.loomwheel.bench.timers;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.List;

/** The contestants that arm and cancel timeouts. Stateless. */
public final class TimerContestants {
  /** Shows the limit. */
  public static final Kind<BenchmarkTimer> FLOOR = new Kind<>("floor", Role.FLOOR, FloorTimer::new);

  /** What it is all about. */
  public static final Kind<BenchmarkTimer> LOOMWHEEL = loomwheel(Task.NONE);

  /** {@return all that are real timers and may be shared by threads, Loomwheel first} */
  public static List<Kind<BenchmarkTimer>> timers() {
    return timers(Task.NONE);
  }

  /** {@return those that so many threads may share, Loomwheel first} */
  public static List<Kind<BenchmarkTimer>> timers(int threads) {
    return threads > 1 ? timers() : ofOneThread(Task.NONE);
  }

  /** {@return the same, and those that belong to one thread} */
  static List<Kind<BenchmarkTimer>> ofOneThread(Task task) {
    List<Kind<BenchmarkTimer>> kinds = new ArrayList<>(timers(task));
    kinds.add(new Kind<>("Agrona", Role.PEER, () -> new PeerTimers.AgronaTimer(task)));
    return kinds;
  }

  private static List<Kind<BenchmarkTimer>> timers(Task task) {
    return List.of(
        loomwheel(task),
        new Kind<>("Netty 1 ms", Role.PEER, () -> new PeerTimers.NettyTimer(task, 1)),
        new Kind<>("Netty 100 ms", Role.PEER, () -> new PeerTimers.NettyTimer(task, 100)),
        new Kind<>("Kafka", Role.PEER, () -> new KafkaTimer(task)),
        new Kind<>(
            "ScheduledThreadPool",
            Role.PEER,
            () -> new PeerTimers.ExecutorTimer(task, JdkExecutors.threadPool())),
        new Kind<>(
            "ForkJoinPool",
            Role.PEER,
            () -> new PeerTimers.ExecutorTimer(task, JdkExecutors.forkJoinPool())));
  }

  private static Kind<BenchmarkTimer> loomwheel(Task task) {
    return new Kind<>("Loomwheel", Role.SUBJECT, () -> new LoomwheelTimer(task));
  }
}
