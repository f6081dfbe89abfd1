package io.loomwheel;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimerAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the JVM's shared timer, which is made on first use and again after a shutdown. */
final class SharedTimer {
  /** Null before the first use and after a shutdown. Written under the class's monitor. */
  private static volatile @Nullable WheelTimer current;

  private SharedTimer() {}

  static WheelTimer get() {
    WheelTimer timer = current;
    return timer != null && !timer.isStopped() ? timer : make();
  }

  private static synchronized WheelTimer make() {
    WheelTimer timer = current;
    if (timer == null || timer.isStopped()) {
      timer =
          new WheelTimer(
              WheelTimer.builder()
                  .name("loomwheel-shared")
                  .taskExecutor(Relay.shared())
                  .leakDetection(
                      false), // it is always reachable; a stack would hold its first user
              false);
      current = timer;
    }
    return timer;
  }

  /** Stops the timer, if there is one; {@return the timeouts that never ran} */
  static Set<Timeout> shutdown() {
    WheelTimer timer = current;
    Set<Timeout> left = timer == null ? Set.of() : timer.end(TimerAccess.STOP_WAIT.toNanos());
    synchronized (SharedTimer.class) {
      current = current == timer ? null : current;
    }
    return left;
  }
}
