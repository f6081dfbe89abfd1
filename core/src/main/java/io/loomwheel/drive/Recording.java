package io.loomwheel.drive;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * One turn, as the flight recorder sees it. There is none while nobody records: the event classes
 * are not even loaded then, which would hold up the first timer for tens of milliseconds.
 */
final class Recording {
  private final WakeupEvent wakeup = new WakeupEvent();

  private Recording() {
    wakeup.begin();
  }

  /** {@return the beginning of a turn, or null if the flight recorder was never started} */
  static @Nullable Recording begin() {
    return FlightRecorder.isInitialized() ? new Recording() : null;
  }

  void fired(int count) {
    wakeup.fired += count;
  }

  void fire(long latenessNanos) {
    FireEvent event = new FireEvent();
    if (event.shouldCommit()) {
      event.lateness = latenessNanos;
      event.commit();
    }
  }

  void end() {
    wakeup.commit();
  }
}
