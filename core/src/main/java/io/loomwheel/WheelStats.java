package io.loomwheel;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Counters;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.drive.LatenessHistogram;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Counts of what a timer has done since it was made, and its lateness in the last one to two
 * minutes of its clock.
 *
 * <p>Of what fires together each timeout has its own lateness, as it is handed to the executor; a
 * batch that a {@link io.loomwheel.dispatch.Relay} takes as one has one time.
 *
 * <p>Other threads go on while a snapshot is taken, so its counts may be a few operations apart.
 *
 * @param armed timeouts accepted; a repeating one counts each time, one without delay counts too
 * @param fired timeouts that were handed to the executor
 * @param cancelled timeouts that were cancelled before they fired, by {@link Timer#stop} too; while
 *     more than some 32,000 wait, or have waited and keep their memory still, an estimate, up to
 *     100 ms old: what was cancelled is the rest of what was armed, and not all that waits is
 *     counted. Of 100 estimates 50 are off by one per cent of what waits at most, and 95 by ten
 * @param rescheduled how often a timeout got another deadline; after some thousand, by a sample of
 *     one in 64, unless the clock is moved by hand
 * @param rejected how often the executor refused a fired task, which then ran elsewhere, was
 *     dropped if {@link WheelTimer.Builder#dropRejected} says so or, while there was no memory for
 *     a thread, was handed to it again
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
 * @param rescued tasks that the {@link io.loomwheel.dispatch.Relay} ran on a platform thread,
 *     because virtual threads could not begin; other timers on the same relay share the count
 * @param handedOnWithin for each of some durations, in ascending order, how many timeouts were
 *     handed to the executor at most that late, since the timer was made; the last one stands for
 *     all but those that had no delay. Those within an eighth below a duration may be missing from
 *     its count
 * @param begunWithin the same, as exactly, for the time from there until the executor began the
 *     task, of one task in 16; a batch that a relay takes as one has at least one of them, so there
 *     are more where few fire together. A task with an executor of its own is left out
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
    Duration latenessMax,
    long rescued,
    Map<Duration, Long> handedOnWithin,
    Map<Duration, Long> begunWithin) {
  /** Accepts any numbers. Takes copies of the maps, in their order. */
  public WheelStats {
    Objects.requireNonNull(latenessP50, "latenessP50");
    Objects.requireNonNull(latenessP99, "latenessP99");
    Objects.requireNonNull(latenessMax, "latenessMax");
    handedOnWithin = WheelCensus.copy(Objects.requireNonNull(handedOnWithin, "handedOnWithin"));
    begunWithin = WheelCensus.copy(Objects.requireNonNull(begunWithin, "begunWithin"));
  }

  static WheelStats of(Engine engine, Dispatcher dispatcher, long failed) {
    Counters counters = engine.counters;
    LatenessHistogram late = counters.lateness;
    long now = engine.time.nowOrSeen();
    return new WheelStats(
        counters.armed() + counters.undelayed.sum(),
        counters.fired() + counters.undelayed.sum(),
        counters.recentSample().cancelled(),
        counters.rescheduled.sum(),
        dispatcher.rejections.sum(),
        engine.limit.refused.sum(),
        failed,
        counters.wakeUps(),
        Duration.ofNanos(late.quantileNanos(0.5, now)),
        Duration.ofNanos(late.quantileNanos(0.99, now)),
        Duration.ofNanos(late.quantileNanos(1, now)),
        dispatcher.rescued(),
        within(late),
        within(dispatcher.untilBegun));
  }

  /** From a millisecond to ten seconds, and what is longer; the same for all timers. */
  private static Map<Duration, Long> within(LatenessHistogram times) {
    long[] bounds =
        LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, Long.MAX_VALUE)
            .map(TimeUnit.MILLISECONDS::toNanos)
            .toArray();
    long[] upTo = times.countsUpTo(bounds);
    Map<Duration, Long> within = new LinkedHashMap<>();
    for (int i = 0; i < upTo.length; i++) {
      within.put(Duration.ofNanos(bounds[i]), upTo[i]);
    }
    return within;
  }
}
