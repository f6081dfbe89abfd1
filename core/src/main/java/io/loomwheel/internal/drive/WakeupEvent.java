package io.loomwheel.internal.drive;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** In a flight recording: the driver looked for work. Lasts as long as the turn. */
@Name("io.loomwheel.Wakeup")
@Label("Driver Wake-up")
@Category("Loomwheel")
@StackTrace(false)
final class WakeupEvent extends Event {
  @Label("Timer")
  String timer = "";

  @Label("Fired")
  @Description("How many timeouts fired in this turn")
  int fired;
}
