package io.loomwheel.drive;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** In a flight recording: a timer fired. */
@Name("io.loomwheel.Fire")
@Label("Timer Fired")
@Category("Loomwheel")
@StackTrace(false)
final class FireEvent extends Event {
  @Label("Lateness")
  @Timespan(Timespan.NANOSECONDS)
  long lateness;
}
