package io.loomwheel;

import io.loomwheel.internal.drive.Recording;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jfr.Description;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/**
 * Puts a census of a timer into a flight recording once a period, from the first turn during a
 * recording until the timer ends. Links against the optional module {@code jdk.jfr} only then.
 *
 * <p>Thread-safe. Held by the flight recorder until it ends, so it doesn't hold the timer.
 */
final class CensusRecording implements Runnable {
  /** The kinds and stacks that an event tells. */
  private static final int MOST = 8;

  final WeakReference<WheelTimer> timer;

  /** Guarded by this object's monitor. */
  private boolean begun;

  CensusRecording(WheelTimer timer) {
    this.timer = new WeakReference<>(timer);
  }

  /** Called at each turn while the flight recorder is on. */
  synchronized void begin() {
    WheelTimer turned = timer.get();
    if (!begun && turned != null && !turned.isStopped() && !turned.engine().isByHand()) {
      begun = true;
      FlightRecorder.addPeriodicEvent(CensusEvent.class, this);
    }
  }

  /** Called once, after the timer was stopped. */
  synchronized void end() {
    if (begun) {
      FlightRecorder.removePeriodicEvent(this);
    }
  }

  /** Called by the flight recorder's thread. */
  @Override
  public void run() {
    WheelTimer recorded = timer.get();
    if (recorded != null) {
      WheelCensus census = recorded.census();
      CensusEvent event = new CensusEvent();
      event.timer = recorded.name;
      event.pending = census.pending();
      event.overdue = census.overdue();
      event.farthest = nanos(census.farthest());
      event.oldest = nanos(census.oldest());
      event.kinds = most(census.byKind());
      event.handedOn = most(census.handedOn());
      event.armedAt = most(census.armedAt());
      event.commit();
    }
  }

  /** {@return the nanoseconds, or what a flight recording takes for not available} */
  private static long nanos(Optional<Duration> time) {
    return time.map(Duration::toNanos).orElse(Long.MIN_VALUE);
  }

  private static String most(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .limit(MOST)
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }

  /** In a flight recording: what waits in a timer. */
  @Name("io.loomwheel.Census")
  @Label("Timer Census")
  @Period("60 s")
  static final class CensusEvent extends Recording.TimerEvent {
    @Label("Pending")
    long pending;

    @Label("Overdue")
    @Description(
        "How many of their deadlines have passed, by up to a tick unless the driver is late")
    long overdue;

    @Label("Farthest")
    @Description("Until the last of their deadlines")
    @Timespan(Timespan.NANOSECONDS)
    long farthest;

    @Label("Oldest")
    @Description("How long ago the oldest sampled one was first armed")
    @Timespan(Timespan.NANOSECONDS)
    long oldest;

    @Label("Kinds")
    @Description("The most frequent kinds of them")
    String kinds = "";

    @Label("Handed On")
    @Description("What the executor has not begun, by kind")
    String handedOn = "";

    @Label("Armed At")
    @Description("The stacks that armed the most, if they are sampled")
    String armedAt = "";
  }
}
