package io.loomwheel.internal.drive;

import java.util.concurrent.RejectedExecutionException;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Records one turn in the flight recorder. There is no recording unless the flight recorder was
 * started: loading the event classes would delay the first timer by tens of milliseconds.
 *
 * <p>The module {@code jdk.jfr} is optional. Only this class and the events link against it, and
 * this class only after it was found.
 */
public final class Recording {
  /** Doesn't depend on the class path: the module is in the JVM's image or it isn't. */
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private final WakeupEvent wakeup = new WakeupEvent();

  /** Whether this recording wants an event for each timeout, which is not the default. */
  private final boolean eachFire = new FireEvent().isEnabled();

  private Recording(String timer) {
    wakeup.timer = timer;
    wakeup.begin();
  }

  /** {@return the beginning of a turn, or null if the flight recorder was never started} */
  public static @Nullable Recording begin(String timer) {
    return isOn() ? new Recording(timer) : null;
  }

  /** Records that an executor refused a fired task. */
  public static void rejected(String timer, RejectedExecutionException why) {
    if (isOn()) {
      RejectedEvent event = new RejectedEvent();
      event.timer = timer;
      event.reason = String.valueOf(why.getMessage());
      event.commit();
    }
  }

  private static boolean isOn() {
    return PRESENT && FlightRecorder.isInitialized();
  }

  void fired(int count) {
    wakeup.fired += count;
  }

  void fire(long latenessNanos) {
    if (eachFire) {
      FireEvent event = new FireEvent();
      event.timer = wakeup.timer;
      event.lateness = latenessNanos;
      event.commit();
    }
  }

  void end() {
    wakeup.commit();
  }

  /** What the events of a timer have in common. */
  @Category("Loomwheel")
  @StackTrace(false)
  public abstract static class TimerEvent extends Event {
    @Label("Timer")
    public String timer = "";
  }

  /** In a flight recording: the driver looked for work. Lasts as long as the turn. */
  @Name("io.loomwheel.Wakeup")
  @Label("Driver Wake-up")
  static final class WakeupEvent extends TimerEvent {
    @Label("Fired")
    @Description("How many timeouts fired in this turn")
    int fired;
  }

  /**
   * In a flight recording: a timeout fired. Disabled unless the recording asks for it by name:
   * there is one for each timeout, and a busy timer would fill the recording.
   */
  @Name("io.loomwheel.Fire")
  @Label("Timeout Fired")
  @Enabled(false)
  static final class FireEvent extends TimerEvent {
    @Label("Lateness")
    @Description("How long after its deadline the timeout was handed to the executor")
    @Timespan(Timespan.NANOSECONDS)
    long lateness;
  }

  /** In a flight recording: the executor refused a fired task. */
  @Name("io.loomwheel.Rejected")
  @Label("Task Rejected")
  static final class RejectedEvent extends TimerEvent {
    @Label("Reason")
    String reason = "";
  }
}
