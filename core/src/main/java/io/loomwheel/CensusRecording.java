package io.loomwheel;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Puts a census of a timer into a flight recording once a period, from the timer's start until it
 * ends, also while nothing is due. Loads the event only once there is a recording: that takes tens
 * of milliseconds. Links against the optional module {@code jdk.jfr} only if there is one.
 *
 * <p>Thread-safe. Held by the flight recorder until it ends, so it doesn't hold the timer.
 */
final class CensusRecording implements Runnable {
  /** The kinds and stacks that an event tells. */
  private static final int MOST = 8;

  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  static {
    if (PRESENT) { // loads in half a millisecond what the first call to arm would wait for
      OnceThereIsARecorder.remove(null);
    }
  }

  private final WeakReference<WheelTimer> timer;
  private final String name;

  CensusRecording(WheelTimer timer, String name) {
    this.timer = new WeakReference<>(timer);
    this.name = name;
  }

  /** Called once, when the timer starts. */
  void begin() {
    if (PRESENT) {
      OnceThereIsARecorder.add(this);
    }
  }

  /** Called after {@link #begin}. */
  void end() {
    if (PRESENT) {
      OnceThereIsARecorder.remove(this);
    }
  }

  /** Is told at once if there is a recorder already, and always under the lock of its listeners. */
  private record OnceThereIsARecorder(@Nullable CensusRecording census)
      implements FlightRecorderListener {
    static void add(CensusRecording census) {
      FlightRecorder.addListener(new OnceThereIsARecorder(census));
    }

    static void remove(@Nullable CensusRecording census) {
      if (FlightRecorder.removeListener(new OnceThereIsARecorder(census))) {
        FlightRecorder.removePeriodicEvent(census);
      }
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      FlightRecorder.addPeriodicEvent(CensusEvent.class, census);
    }
  }

  /** Called by the flight recorder's thread. */
  @Override
  public void run() {
    WheelTimer recorded = timer.get();
    if (recorded != null) {
      WheelCensus census = recorded.census();
      CensusEvent event = new CensusEvent();
      event.timer = name;
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
  @Category("Loomwheel")
  @StackTrace(false)
  @Period("60 s")
  static final class CensusEvent extends Event {
    @Label("Timer")
    String timer = "";

    @Label("Pending")
    long pending;

    @Label("Overdue")
    @Description("How many of them the driver has not handed on though they are due")
    long overdue;

    @Label("Farthest")
    @Description("Until the last of their deadlines")
    @Timespan(Timespan.NANOSECONDS)
    long farthest;

    @Label("Oldest")
    @Description("How long the oldest sampled one has waited")
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
