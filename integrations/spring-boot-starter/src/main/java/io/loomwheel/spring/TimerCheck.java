package io.loomwheel.spring;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Counters;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Checks one timer: it is late, it refuses timeouts, it is stopped, or all is well. Thread-safe.
 */
final class TimerCheck {
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final WheelTimer timer;
  private final HealthProperties properties;

  TimerCheck(WheelTimer timer, HealthProperties properties) {
    this.timer = timer;
    this.properties = properties;
  }

  /** {@return what is wrong, if anything, under {@code problem}, and the figures that say so} */
  Map<String, Object> details() {
    WheelStats stats = timer.stats();
    Map<String, Object> details = new LinkedHashMap<>();
    String problem = problem(stats);
    if (problem != null) {
      details.put("problem", problem);
    }
    details.put("pending", timer.pendingTimeouts());
    details.put("latenessP99", stats.latenessP99().toString());
    details.put("refused", stats.refused());
    return details;
  }

  private @Nullable String problem(WheelStats stats) {
    if (timer.isStopped()) {
      return "the timer is stopped";
    }
    Duration most = properties.maxLateness();
    if (isStuck(stats.wakeUps())) {
      return "the driver is late: timeouts are due, and it has not woken up for " + most;
    }
    if (stats.latenessP99().compareTo(most) > 0) {
      return "timeouts were late: more than " + most + " in the last one to two minutes";
    }
    return refusedLately()
        ? "timeouts were refused in the last " + properties.refusedFor() + ": the limit is reached"
        : null;
  }

  private boolean refusedLately() {
    return TimerAccess.engineOf(timer).nanosSinceRefusal()
        < NANOSECONDS.convert(properties.refusedFor());
  }

  /** Watches the driver while due timeouts wait for it, until it wakes up or is too late. */
  private boolean isStuck(long wakeUps) {
    Counters counters = TimerAccess.engineOf(timer).stats();
    long start = System.nanoTime();
    while ((timer.nanosToNextExpiry().orElse(1) == 0 || counters.held() > 0)
        && counters.wakeUps() == wakeUps) {
      if (System.nanoTime() - start >= NANOSECONDS.convert(properties.maxLateness())) {
        return true;
      }
      LockSupport.parkNanos(CHECK_NANOS);
    }
    return false;
  }
}
