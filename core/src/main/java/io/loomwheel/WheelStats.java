package io.loomwheel;

import io.loomwheel.internal.drive.EngineStats;
import java.time.Duration;
import java.util.Objects;

/**
 * Counts of what a timer has done since it was made, which only grow, and its lateness in the last
 * one to two minutes of its clock.
 *
 * <p>Other threads go on while a snapshot is taken, so its counts may be a few operations apart.
 *
 * @param armed timeouts accepted; a repeating one counts each time, one without delay counts too
 * @param fired timeouts that were handed to the executor
 * @param cancelled timeouts that were cancelled before they fired, by {@link Timer#stop} too
 * @param rescheduled how often a timeout got another deadline
 * @param rejected how often the executor refused a fired task, which then ran elsewhere
 * @param refused timeouts that were not accepted because {@link
 *     WheelTimer.Builder#maxPendingTimeouts} were pending; not counted as armed
 * @param failed how often a task has thrown
 * @param wakeUps how often the driver thread has looked for work
 * @param latenessP50 half of the timeouts that fired in the last one to two minutes were handed to
 *     the executor at most this late; the value is at most an eighth too high, and zero if none
 *     fired
 * @param latenessP99 99 of 100 of them were handed to the executor at most this late; the value is
 *     at most an eighth too high
 * @param latenessMax the greatest lateness of them
 */
public record WheelStats(
    long armed,
    long fired,
    long cancelled,
    long rescheduled,
    long rejected,
    long refused,
    long failed,
    long wakeUps,
    Duration latenessP50,
    Duration latenessP99,
    Duration latenessMax) {

  /** Accepts any numbers. */
  public WheelStats {
    Objects.requireNonNull(latenessP50, "latenessP50");
    Objects.requireNonNull(latenessP99, "latenessP99");
    Objects.requireNonNull(latenessMax, "latenessMax");
  }

  static WheelStats of(EngineStats engine, long rejected, long refused, long failed) {
    return new WheelStats(
        engine.armed() + engine.undelayed(),
        engine.fired() + engine.undelayed(),
        engine.cancelled(),
        engine.rescheduled(),
        rejected,
        refused,
        failed,
        engine.wakeUps(),
        Duration.ofNanos(engine.lateP50Nanos()),
        Duration.ofNanos(engine.lateP99Nanos()),
        Duration.ofNanos(engine.lateMaxNanos()));
  }
}
