package io.loomwheel.soak.load;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * What the faults throw on purpose, distinguished from all else that is thrown. Thread-safe.
 *
 * <p>Whoever is notified of a failure, be it a timer's handler, the one of RxJava or the one of
 * uncaught exceptions, asks here.
 */
public final class Planned {
  /** In the message of whatever is thrown on purpose. */
  public static final String MARK = "planned";

  private static final Queue<Throwable> UNPLANNED = new ConcurrentLinkedQueue<>();

  /** Keeps what wasn't planned. */
  public static void check(Throwable cause) {
    if (!isPlanned(cause)) {
      UNPLANNED.add(cause);
    }
  }

  /** Keeps what a fault has found. */
  public static void found(String text) {
    UNPLANNED.add(new AssertionError(text));
  }

  private static boolean isPlanned(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      boolean refused = t instanceof RejectedExecutionException && isOfOurTimer(message);
      boolean tooLate = t instanceof TimeoutException; // a stream was left as its time was over
      if (refused || tooLate || message.contains(MARK) || isOverflowOfFault(t)) {
        return true;
      }
    }
    return false;
  }

  /** RxJava is notified of a timer that was stopped or is full; the caller gets no exception. */
  private static boolean isOfOurTimer(String message) {
    return message.contains("stopped") || message.contains("maxPendingTimeouts");
  }

  private static boolean isOverflowOfFault(Throwable t) {
    return t instanceof StackOverflowError
        && t.getStackTrace()[0].getClassName().startsWith("io.loomwheel.soak.fault");
  }

  /** {@return the unplanned failures since the last call} */
  static List<String> takeUnplanned() {
    List<String> texts = UNPLANNED.stream().limit(3).map(Planned::text).toList();
    UNPLANNED.clear();
    return texts;
  }

  private static String text(Throwable t) {
    StackTraceElement[] trace = t.getStackTrace();
    String cause = t.getCause() == null ? "" : " of " + text(t.getCause());
    return "unplanned: "
        + t.getClass().getSimpleName()
        + ": "
        + String.valueOf(t.getMessage()).lines().limit(3).toList()
        + (trace.length > 0 ? " at " + trace[0] : "")
        + cause;
  }
}
