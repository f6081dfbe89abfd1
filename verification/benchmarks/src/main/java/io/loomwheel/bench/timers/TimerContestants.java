package io.loomwheel.bench.timers;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The contestants that arm and cancel timeouts. Stateless. */
public final class TimerContestants {
  /** An timer that may be made. */
  public record Kind(String name, Role role, Supplier<? extends BenchmarkTimer> make) {}

  /** Shows the limit. */
  public static final Kind FLOOR = new Kind("floor", Role.FLOOR, FloorTimers.FloorTimer::new);

  /** Shows what the question itself costs. */
  public static final Kind BARE = new Kind("bare", Role.FLOOR, FloorTimers.BareTimer::new);

  /** What it is all about. */
  public static final Kind LOOMWHEEL =
      new Kind("Loomwheel", Role.SUBJECT, () -> loomwheel(WheelTimer.create()));

  /** How many ticks the hashed wheels have that are compared with the hierarchical one. */
  static final int[] HASHED_TICKS = {512, 8192};

  /** {@return Loomwheel's own wheels, the hierarchical one first} */
  public static List<Kind> wheels() {
    List<Kind> kinds = new ArrayList<>();
    kinds.add(new Kind("hierarchical", Role.FLOOR, () -> loomwheel(WheelTimer.create())));
    for (int ticks : HASHED_TICKS) {
      kinds.add(
          new Kind(
              "hashed " + ticks,
              Role.SUBJECT,
              () -> loomwheel(WheelTimer.builder().hashed(ticks).build())));
    }
    return kinds;
  }

  /** {@return all that are real timers and may be shared by threads, Loomwheel first} */
  public static List<Kind> timers() {
    return timers(Task.NONE);
  }

  /** {@return those that so many threads may share, Loomwheel first} */
  public static List<Kind> timers(int threads) {
    return threads > 1 ? timers() : ofOneThread(Task.NONE);
  }

  /** {@return the same, and those that belong to one thread} */
  static List<Kind> ofOneThread(Task task) {
    List<Kind> kinds = new ArrayList<>(timers(task));
    kinds.add(new Kind("Agrona", Role.PEER, () -> new PeerTimers.AgronaTimer(task)));
    return kinds;
  }

  private static List<Kind> timers(Task task) {
    return List.of(
        new Kind(
            LOOMWHEEL.name(),
            LOOMWHEEL.role(),
            () -> new LoomwheelTimer(task, WheelTimer.create())),
        new Kind("Netty 1 ms", Role.PEER, () -> new PeerTimers.NettyTimer(task, 1)),
        new Kind("Netty 100 ms", Role.PEER, () -> new PeerTimers.NettyTimer(task, 100)),
        new Kind("Kafka", Role.PEER, () -> new KafkaTimer(task)),
        new Kind("Dubbo 1 ms", Role.PEER, () -> new DubboTimer(task)),
        new Kind(
            "ScheduledThreadPool",
            Role.PEER,
            () -> new PeerTimers.ExecutorTimer(task, JdkExecutors.threadPool())),
        new Kind(
            "ForkJoinPool",
            Role.PEER,
            () -> new PeerTimers.ExecutorTimer(task, JdkExecutors.forkJoinPool())));
  }

  private static BenchmarkTimer loomwheel(WheelTimer timer) {
    return new LoomwheelTimer(Task.NONE, timer);
  }
}
