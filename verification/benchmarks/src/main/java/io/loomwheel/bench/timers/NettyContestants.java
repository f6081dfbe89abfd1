package io.loomwheel.bench.timers;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.netty.NettyWheelTimer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The contestants that a client may take for Netty's {@code Timer}. Stateless. */
public final class NettyContestants {
  private NettyContestants() {}

  /** {@return those that arm and cancel} */
  public static List<TimerContestants.Kind> timers() {
    return List.of(
        new TimerContestants.Kind(
            "NettyWheelTimer",
            Role.SUBJECT,
            () -> new NettyInterfaceTimer(NettyWheelTimer.create())),
        new TimerContestants.Kind(
            "HashedWheelTimer 1 ms", Role.PEER, () -> new NettyTimer(Task.NONE, 1)),
        new TimerContestants.Kind(
            "HashedWheelTimer 100 ms", Role.PEER, () -> new NettyTimer(Task.NONE, 100)));
  }

  /** {@return those whose timeouts fire, on virtual threads} */
  public static List<Launchers.Kind> onVirtualThreads() {
    return List.of(
        new Launchers.Kind(
            "NettyWheelTimer", Role.SUBJECT, () -> new View(NettyWheelTimer.create(), null)),
        new Launchers.Kind(
            "HashedWheelTimer 1 ms",
            Role.PEER,
            () -> new NettyLauncher(Thread::startVirtualThread)));
  }

  /** {@return those whose timeouts fire on the timer's thread} */
  public static List<Launchers.Kind> onTheTimersThread() {
    return List.of(
        new Launchers.Kind("NettyWheelTimer, no threads", Role.SUBJECT, () -> view(Runnable::run)),
        new Launchers.Kind(
            "HashedWheelTimer 1 ms", Role.PEER, () -> new NettyLauncher(Runnable::run)));
  }

  private static Launcher view(Executor executor) {
    WheelTimer wheel = WheelTimer.builder().taskExecutor(executor).build();
    return new View(NettyWheelTimer.on(wheel), wheel);
  }

  private record View(NettyWheelTimer timer, @Nullable WheelTimer wheel) implements Launcher {
    @Override
    public void launch(RecordedTask shot, long delayNanos) {
      timer.newTimeout(shot, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      timer.stop();
      if (wheel != null) {
        wheel.stop();
      }
    }
  }
}
