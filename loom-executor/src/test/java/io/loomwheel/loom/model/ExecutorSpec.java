package io.loomwheel.loom.model;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What an executor with one task promises, for one thread. An operation is one step or a few, so
 * that others may come in between: a task is running before its body runs, and a future is done
 * before the executor has forgotten its task.
 */
public final class ExecutorSpec implements Cloneable {
  /** A task's delay, period and timeout, and how far a tick moves the clock, in nanoseconds. */
  static final long TIME = 10;

  static final char SUBMITTED = 's';
  static final char TIMED = 't';
  static final char DELAYED = 'd';
  static final char DELAYED_UNTIL_SHUTDOWN = 'u';
  static final char PERIODIC = 'p';
  static final char FAILING = 'f';

  private static final String KINDS = "stdupf";

  static final char TICK = 'k';
  static final char RUN = 'r';
  static final char CANCEL = 'c';
  static final char SHUTDOWN = 'x';
  static final char SHUTDOWN_NOW = 'n';
  static final char IS_TERMINATED = 'q';
  static final char STOP = 'z';

  // Steps that follow.

  private static final char ARM = 'A';
  private static final char BODY = 'B';
  private static final char DONE = 'D';
  private static final char DECIDE = 'E';
  private static final char EXPIRE = 'G';
  private static final char FORGET = 'F';
  private static final char KNOWN = 'K';
  private static final char NOTIFIED_OF_STOP = 'H';
  private static final char ARM_AGAIN = 'I';
  private static final char LEAVE_CANCELLED = 'L';
  private static final char LEAVE_LATE = 'M';

  private static final String SUBMISSION = "" + ARM + KNOWN;
  private static final Map<Character, String> FOLLOWING =
      Map.of(
          TICK, "" + EXPIRE + LEAVE_LATE + FORGET,
          CANCEL, "" + LEAVE_CANCELLED + FORGET,
          STOP, "" + NOTIFIED_OF_STOP,
          RUN, "" + BODY + DONE + DECIDE + ARM_AGAIN + FORGET);

  private boolean open = true;
  private boolean stopped;
  private long now;
  private char kind;
  private String future = "none";

  /** Whether the caller has the future. */
  private boolean known;

  /** When the task is due, as it was submitted. */
  private long due;

  /** When the wheel fires the task, or its timeout; 0 if it has neither. */
  private long armedFor;

  /** Whether the timeout has left the wheel, and the future has not failed yet. */
  private boolean expiring;

  /** How often the thread of the tasks has got it. */
  private int handed;

  /** Whether the task waits or runs, so that it may be ended. */
  private boolean live;

  private boolean running;
  private boolean bodyRan;

  /** Whether a period has ended and the next one isn't armed yet. */
  private boolean ranOnce;

  /** Whether a stop has taken the task, or its timeout, out of the wheel. */
  private boolean takenOut;

  /** Whether the executor still counts the task. */
  private boolean counted;

  private int runs;
  private int returned;

  private ExecutorSpec() {}

  /** {@return how it looks in the end} */
  public static String outcome(String future, int runs, int returned, long held, boolean ended) {
    return String.format(
        "%s, runs %d, returned %d, in the wheel %d%s",
        future, runs, returned, held, ended ? "" : ", not ended");
  }

  /** {@return the results and ends of all orders of the steps of two threads} */
  static Set<String> outcomes(String before, String first, String second) {
    ExecutorSpec spec = new ExecutorSpec();
    spec.perform(before);
    Set<String> outcomes = new HashSet<>();
    spec.collect(steps(first), "", steps(second), "", outcomes);
    return outcomes;
  }

  private static String steps(String operations) {
    StringBuilder steps = new StringBuilder();
    for (int i = 0; i < operations.length(); i++) {
      char operation = operations.charAt(i);
      String following = KINDS.indexOf(operation) < 0 ? "" : SUBMISSION;
      steps.append(operation).append(FOLLOWING.getOrDefault(operation, following));
    }
    return steps.toString();
  }

  private void perform(String operations) {
    steps(operations).chars().forEach(step -> step((char) step));
  }

  private void collect(
      String first, String firstSaid, String second, String secondSaid, Set<String> to) {
    if (first.isEmpty() && second.isEmpty()) {
      to.add(firstSaid + "/ " + secondSaid + "/ " + copy().end());
    }
    if (!first.isEmpty()) {
      ExecutorSpec next = copy();
      String said = firstSaid + said(next.step(first.charAt(0)));
      next.collect(first.substring(1), said, second, secondSaid, to);
    }
    if (!second.isEmpty()) {
      ExecutorSpec next = copy();
      String said = secondSaid + said(next.step(second.charAt(0)));
      next.collect(first, firstSaid, second.substring(1), said, to);
    }
  }

  static String said(String result) {
    return result.isEmpty() ? "" : result + " ";
  }

  private ExecutorSpec copy() {
    try {
      return (ExecutorSpec) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  private String step(char step) {
    return switch (step) {
      case CANCEL -> known ? "" + complete("CANCELLED") : "none";
      case IS_TERMINATED -> "" + (!open && !counted);
      case SUBMITTED, TIMED, DELAYED, DELAYED_UNTIL_SHUTDOWN, PERIODIC, FAILING -> submit(step);
      case ARM -> arm();
      default -> {
        change(step);
        yield "";
      }
    };
  }

  private void change(char step) {
    switch (step) {
      case KNOWN -> known = !future.equals("none");
      case TICK -> tick();
      case RUN -> begin();
      case BODY -> body();
      case DONE -> done();
      case DECIDE -> decide();
      case ARM_AGAIN -> armAgain();
      case NOTIFIED_OF_STOP -> notifiedOfStop();
      case LEAVE_CANCELLED -> leave("CANCELLED");
      case LEAVE_LATE -> leave("FAILED");
      case EXPIRE -> expire();
      case FORGET -> counted &= live;
      case SHUTDOWN -> shutdown();
      case SHUTDOWN_NOW -> shutdownNow();
      case STOP -> stop();
      default -> throw new IllegalArgumentException("no step: " + step);
    }
  }

  private String submit(char newKind) {
    kind = newKind;
    if (!open || (stopped && kind == SUBMITTED)) {
      return "rejected";
    }
    future = "RUNNING";
    live = true;
    counted = true;
    due = now + TIME;
    return "";
  }

  private String arm() {
    if (future.equals("none")) {
      return ""; // rejected already
    }
    if (stopped && live && kind != SUBMITTED) {
      live = false;
      counted = false;
      future = "none";
      return "rejected";
    }
    if (stopped && kind == TIMED) {
      complete("CANCELLED"); // another thread has the task, and nothing measures its time
    }
    if (!stopped && kind != SUBMITTED && (live || isTimed())) {
      armedFor = now + TIME;
    }
    handed += kind == SUBMITTED || kind == TIMED ? 1 : 0;
    return "accepted";
  }

  /** {@return whether a timeout is to end the future, though perhaps no task} */
  private boolean isTimed() {
    return kind == TIMED && future.equals("RUNNING");
  }

  private void tick() {
    now += TIME;
    if (armedFor > 0 && armedFor <= now) {
      armedFor = 0;
      expiring = kind == TIMED;
      handed += expiring ? 0 : 1;
    }
  }

  private void expire() {
    if (expiring) {
      complete("FAILED");
    }
    expiring = false;
  }

  private boolean complete(String outcome) {
    boolean first = future.equals("RUNNING");
    future = first ? outcome : future;
    return first;
  }

  /** What is done need not run; but a submitted future doesn't know its task. */
  private void leave(String outcome) {
    live &= !future.equals(outcome) || running || kind == SUBMITTED;
  }

  private void begin() {
    if (handed > 0) {
      handed--;
      running = live;
      bodyRan = false;
    }
  }

  private void body() {
    if (running && future.equals("RUNNING") && (open || !isPeriodic())) {
      runs++;
      bodyRan = true;
    }
  }

  private void done() {
    if (bodyRan && kind != PERIODIC) {
      complete(kind == FAILING ? "FAILED" : "SUCCESS");
    }
  }

  private void decide() {
    if (running) {
      running = false;
      live = isPeriodic() && open && future.equals("RUNNING");
      ranOnce = live;
      if (!live && isPeriodic()) {
        complete("CANCELLED");
      }
    }
    bodyRan = false;
  }

  private void armAgain() {
    if (ranOnce && live && stopped) {
      complete("CANCELLED");
      live = false;
    } else if (ranOnce && live) {
      due += TIME;
      armedFor = due <= now ? 0 : due;
      handed += due <= now ? 1 : 0;
    }
    ranOnce = false;
  }

  private boolean isPeriodic() {
    return kind == PERIODIC || kind == FAILING;
  }

  private void shutdown() {
    open = false;
    boolean ends = isPeriodic() || (kind == DELAYED_UNTIL_SHUTDOWN && due > now);
    if (live && !running && ends) {
      complete("CANCELLED");
      live = false;
      counted = false;
    }
  }

  private void shutdownNow() {
    open = false;
    if (live && !running) {
      live = false;
      counted = false;
      known = true;
      returned++;
    }
  }

  private void stop() {
    stopped = true;
    takenOut = armedFor > 0;
    armedFor = 0;
  }

  private void notifiedOfStop() {
    if (takenOut && (live || kind == TIMED)) {
      complete("CANCELLED");
      live &= running;
      counted &= live;
    }
    takenOut = false;
  }

  private String end() {
    if (open) {
      shutdown();
    }
    while (handed > 0) {
      perform("" + RUN);
    }
    boolean held = armedFor > 0 && (live || isTimed());
    for (int round = 0; round < 3; round++) {
      while (handed > 0) {
        perform("" + RUN);
      }
      perform("" + TICK);
    }
    return outcome(future, runs, returned, held ? 1 : 0, !counted);
  }
}
