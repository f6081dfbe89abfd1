package io.loomwheel.examples.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds what a run came to against its plan.
 *
 * <p>Every attempt that the backend leaves hanging must time out, once and not early, and every
 * request must have one outcome: no load excuses that. An answer that is late because the machine
 * is busy is no fault of the timer, though: such unforeseen timeouts are shown, and each may move
 * one request and one retry.
 */
final class Verdict {
  private Verdict() {}

  /** {@return what is wrong with a report, a line each; empty if nothing is} */
  static List<String> complaints(Expected expected, Report report) {
    Observed observed = report.observed();
    int slack = observed.unforeseen();
    List<String> complaints = new ArrayList<>();
    none(complaints, "early", observed.early());
    none(complaints, "lost", observed.lost());
    none(complaints, "fired twice", observed.firedTwice());
    none(complaints, "failed", observed.failed());
    within(complaints, "timeouts", observed.timeouts(), expected.timeouts(), expected.timeouts());
    within(
        complaints,
        "retried",
        observed.retried(),
        expected.retried(),
        (long) expected.retried() + slack);
    within(
        complaints,
        "answered",
        observed.answered(),
        (long) expected.answered() - slack,
        expected.answered());
    within(
        complaints,
        "timed out",
        observed.timedOut(),
        expected.timedOut(),
        (long) expected.timedOut() + slack);
    if (report.firstFailure() != null) {
      complaints.add("first error: " + report.firstFailure());
    }
    return complaints.stream().map(line -> report.pipeline() + ": " + line).toList();
  }

  private static void none(List<String> complaints, String what, int count) {
    if (count != 0) {
      complaints.add(what + " must be 0, was " + count);
    }
  }

  private static void within(
      List<String> complaints, String what, long count, long least, long most) {
    if (count < least || count > most) {
      String rule = least == most ? "" + least : "from " + least + " to " + most;
      complaints.add(what + " must be " + rule + ", was " + count);
    }
  }
}
