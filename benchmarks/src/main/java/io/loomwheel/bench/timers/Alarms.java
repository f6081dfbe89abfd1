package io.loomwheel.bench.timers;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** Who takes part where timeouts are armed and cancelled. Stateless. */
public final class Alarms {
  /**
   * An alarm that may be made.
   *
   * @param name as the table shows it
   * @param role what it is to the others
   * @param make throws {@link UnsupportedOperationException} where it can't run
   */
  public record Kind(String name, Role role, Supplier<? extends Alarm> make) {}

  /** Shows the limit. */
  public static final Kind FLOOR = new Kind("floor", Role.FLOOR, FloorAlarm::new);

  /** Shows what the question itself costs. */
  public static final Kind BARE = new Kind("bare", Role.FLOOR, BareAlarm::new);

  /** What it is all about. */
  public static final Kind LOOMWHEEL = new Kind("Loomwheel", Role.SUBJECT, LoomwheelAlarm::new);

  /** How many ticks the hashed wheels have that are compared with the hierarchical one. */
  static final int[] HASHED_TICKS = {512, 8192};

  private Alarms() {}

  /** {@return Loomwheel's own wheels, the hierarchical one first} */
  public static List<Kind> wheels() {
    List<Kind> kinds = new ArrayList<>();
    kinds.add(new Kind("hierarchical", Role.FLOOR, LoomwheelAlarm::new));
    for (int ticks : HASHED_TICKS) {
      kinds.add(
          new Kind(
              "hashed " + ticks,
              Role.SUBJECT,
              () -> new LoomwheelAlarm(WheelTimer.builder().hashed(ticks).build())));
    }
    return kinds;
  }

  /** {@return all that are real timers, Loomwheel first} */
  public static List<Kind> timers() {
    return List.of(
        LOOMWHEEL,
        new Kind("Netty 1 ms", Role.PEER, () -> new NettyAlarm(1)),
        new Kind("Netty 100 ms", Role.PEER, () -> new NettyAlarm(100)),
        new Kind("ScheduledThreadPool", Role.PEER, () -> alarm(JdkExecutors.threadPool())),
        new Kind("ForkJoinPool", Role.PEER, () -> alarm(JdkExecutors.forkJoinPool())));
  }

  private static Alarm alarm(ScheduledExecutorService executor) {
    return new ExecutorAlarm(executor);
  }
}
