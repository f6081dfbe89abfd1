package io.loomwheel;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The timer that the whole JVM may share: made when it is first asked for, and after each end. */
final class SharedTimer {
  /** Null until it is asked for and after its end. Written under the class's monitor. */
  private static volatile @Nullable WheelTimer current;

  private SharedTimer() {}

  static WheelTimer get() {
    WheelTimer timer = current;
    return timer != null ? timer : make();
  }

  private static synchronized WheelTimer make() {
    WheelTimer timer = current;
    if (timer == null) {
      timer = WheelTimer.builder().name("loomwheel-shared").build(false);
      current = timer;
    }
    return timer;
  }

  /** Ends it, if there is one; {@return what never ran} */
  static Set<Timeout> shutdown() {
    WheelTimer timer;
    synchronized (SharedTimer.class) {
      timer = current;
      current = null;
    }
    return timer == null ? Set.of() : timer.end(WheelTimer.STOP_WAIT.toNanos());
  }
}
