package io.loomwheel.internal.drive;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** In a flight recording: the executor refused a fired task. */
@Name("io.loomwheel.Rejected")
@Label("Task Rejected")
@Category("Loomwheel")
@StackTrace(false)
final class RejectedEvent extends Event {
  @Label("Timer")
  String timer = "";

  @Label("Reason")
  String reason = "";
}
