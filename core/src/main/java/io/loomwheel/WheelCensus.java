package io.loomwheel;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What waits in a timer: how many timeouts, of which kinds, and for how long still. Made by {@link
 * WheelTimer#census}. Immutable.
 *
 * <p>Other threads go on meanwhile. A timeout that waits unchanged from the beginning to the end
 * counts once, unless the driver moves it within the wheel, as its deadline comes near or to give
 * memory back; one that is moved, armed, cancelled, fires or gets another deadline meanwhile may be
 * missing, count twice, or count without its kind.
 *
 * @param pending timeouts that wait for their deadline, or for the driver after it
 * @param overdue those of them whose deadline has passed: by up to a tick if all is well, by more
 *     if the driver is late
 * @param nearest until the first of their deadlines; negative if it has passed, empty if nothing
 *     waits
 * @param farthest until the last of their deadlines; empty if nothing waits
 * @param byTimeLeft how many have at most that long to go, and longer than the entry before, in
 *     ascending order; without zeros
 * @param byKind how many there are of each kind, the most first: the name that a {@link NamedTask}
 *     gives itself, or the class of the task. Those met after the first 256 kinds are {@code
 *     others}, here and in the two maps below
 * @param handedOn what has fired and was not begun by the executor, by kind, the most first. Not
 *     pending any more; timeouts without a delay are among it. Known if the executor is a {@link
 *     io.loomwheel.dispatch.Relay}, or a {@code ThreadPoolExecutor} that queues what it is given,
 *     as a {@code ScheduledThreadPoolExecutor} doesn't; empty otherwise
 * @param oldest how long ago the oldest of those that were sampled was first armed, which a
 *     repeating one was before its first run; empty if none was sampled, as without {@link
 *     WheelTimer.Builder#sampleStacks}
 * @param armedAt about how many were armed by each stack, the most first: 1,024 for each sample.
 *     The innermost frame comes first, without those of the JDK, and of Loomwheel's inside, which
 *     are {@link WheelTimer} and the packages named internal; empty without {@link
 *     WheelTimer.Builder#sampleStacks}
 */
public record WheelCensus(
    long pending,
    long overdue,
    Optional<Duration> nearest,
    Optional<Duration> farthest,
    Map<Duration, Long> byTimeLeft,
    Map<String, Long> byKind,
    Map<String, Long> handedOn,
    Optional<Duration> oldest,
    Map<String, Long> armedAt) {
  /** Takes copies of the maps, in their order. */
  public WheelCensus {
    Objects.requireNonNull(nearest, "nearest");
    Objects.requireNonNull(farthest, "farthest");
    byTimeLeft = copy(Objects.requireNonNull(byTimeLeft, "byTimeLeft"));
    byKind = copy(Objects.requireNonNull(byKind, "byKind"));
    handedOn = copy(Objects.requireNonNull(handedOn, "handedOn"));
    Objects.requireNonNull(oldest, "oldest");
    armedAt = copy(Objects.requireNonNull(armedAt, "armedAt"));
  }

  /** {@return an unmodifiable copy, in the same order} */
  static <K> Map<K, Long> copy(Map<K, Long> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
