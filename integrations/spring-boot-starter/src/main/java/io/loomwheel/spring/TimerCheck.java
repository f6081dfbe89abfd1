package io.loomwheel.spring;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Counters;
import io.loomwheel.spring.LoomwheelProperties.HealthProperties;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/** Checks one timer: it is late, refuses timeouts, is stopped, or all is well. Thread-safe. */
record TimerCheck(WheelTimer timer, HealthProperties properties) {
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final String PROBLEM = "problem";

  /** {@return the details of each timer, by its name} In the words of neither Boot 3 nor Boot 4. */
  static Map<String, Map<String, Object>> all(
      ListableBeanFactory beans, HealthProperties properties) {
    Map<String, Map<String, Object>> details = new LinkedHashMap<>();
    LoomwheelAutoConfiguration.timers(beans)
        .forEach((name, timer) -> details.put(name, new TimerCheck(timer, properties).details()));
    return details;
  }

  static boolean areWell(Map<String, Map<String, Object>> details) {
    return details.values().stream().noneMatch(timer -> timer.containsKey(PROBLEM));
  }

  /** {@return what is wrong, if anything, under {@code problem}, and the figures that say so} */
  Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    WheelStats stats = timer.stats();
    String problem;
    try {
      problem = problem(stats);
    } catch (RuntimeException ofTheClock) {
      problem = "the clock of the timer fails: " + ofTheClock;
    }
    if (problem != null) {
      details.put(PROBLEM, problem);
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
    if (stats.latenessP99().minus(timer.tickDuration()).compareTo(most) > 0) {
      return "timeouts were late: more than "
          + most
          + " plus a tick in the last one to two minutes";
    }
    long refused = TimerAccess.engineOf(timer).limit.nanosSinceRefusal();
    return refused < NANOSECONDS.convert(properties.refusedFor())
        ? "timeouts were refused in the last " + properties.refusedFor() + ": the limit is reached"
        : null;
  }

  /**
   * Watches the driver while due timeouts wait for it, until it wakes up or is too late. A thread
   * that is interrupted, because nobody waits for the answer, watches no longer.
   */
  private boolean isStuck(long wakeUps) {
    Counters counters = TimerAccess.engineOf(timer).counters;
    long start = System.nanoTime();
    while ((timer.nanosToNextExpiry().orElse(1) == 0 || counters.held() > 0)
        && counters.wakeUps() == wakeUps
        && !Thread.currentThread().isInterrupted()) { // else it could not park
      if (System.nanoTime() - start >= NANOSECONDS.convert(properties.maxLateness())) {
        return true;
      }
      LockSupport.parkNanos(CHECK_NANOS);
    }
    return false;
  }
}
