package io.loomwheel.internal.drive;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * In a flight recording: a timeout fired. Disabled unless the recording asks for it by name: there
 * is one for each timeout, and a busy timer would fill the recording.
 */
@Name("io.loomwheel.Fire")
@Label("Timeout Fired")
@Category("Loomwheel")
@StackTrace(false)
@Enabled(false)
final class FireEvent extends Event {
  @Label("Timer")
  String timer = "";

  @Label("Lateness")
  @Description("How long after its deadline the timeout was handed to the executor")
  @Timespan(Timespan.NANOSECONDS)
  long lateness;
}
