package io.loomwheel.dispatch;

import java.util.concurrent.RejectedExecutionException;
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
  @Label("Reason")
  String reason = "";

  /** Only if the flight recorder was started: loading this class costs milliseconds. */
  static void commit(RejectedExecutionException why) {
    RejectedEvent event = new RejectedEvent();
    if (event.shouldCommit()) {
      event.reason = String.valueOf(why.getMessage());
      event.commit();
    }
  }
}
