package io.loomwheel;

import io.loomwheel.internal.drive.EngineStats;
import java.time.Duration;
import java.util.Objects;

/**
 * What a timer has done since it was made, as counts that only grow, and how late it was in the
 * last one to two minutes of its clock.
 *
 * <p>Taken without stopping anybody, so the counts of one snapshot may be a few operations apart.
 *
 * @param armed timeouts accepted; one that repeats counts each time, one without delay too
 * @param fired those that were handed to the executor
 * @param cancelled those that were cancelled before, by {@link Timer#stop} too
 * @param rescheduled how often a timeout got another deadline
 * @param rejected how often the executor refused a fired task, which then ran elsewhere
 * @param refused timeouts that were not accepted because {@link
 *     WheelTimer.Builder#maxPendingTimeouts} were pending; not counted as armed
 * @param failed how often a task has thrown
 * @param wakeUps how often the driver thread has looked for work
 * @param latenessP50 half of the timeouts that fired in the last one to two minutes were handed to
 *     the executor at most this late, to an eighth; zero if none fired
 * @param latenessP99 99 of 100 of them were handed to the executor at most this late, to an eighth
 * @param latenessMax none of them was handed to the executor later
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

  /** Takes any numbers, as they are. */
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
