package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Stage;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that is stopped by a signal before its timeouts are due, and goes on when all of them are:
 * {@link DueAtOnce}. A million, on three wheels one after the other; fewer, and on one of them, if
 * the round is short.
 */
final class AllDue extends InOtherJvms {
  private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int MANY = 1_000_000;
  private static final int SOME = 50_000;

  /** How long arming takes at most; each new attempt has twice as long. */
  private static final int MANY_MILLIS = 2_000;

  private static final int SOME_MILLIS = 250;
  private static final int ATTEMPTS = 4;

  @Override
  public void during(Stage stage) throws Exception {
    if (stage.nanos() < LONG_NANOS) {
      play(Chance.below(DueAtOnce.WHEELS), SOME, SOME_MILLIS, "-XX:TieredStopAtLevel=1");
    } else {
      for (int wheel = 0; wheel < DueAtOnce.WHEELS; wheel++) {
        play(wheel, MANY, MANY_MILLIS, "-Xmx512m");
      }
    }
  }

  private void play(int wheel, int timeouts, int millis, String option) throws Exception {
    for (int i = 0; i < ATTEMPTS; i++) {
      List<String> arguments = List.of(wheel + "", timeouts + "", (millis << i) + "");
      try (Child child = Child.of(DueAtOnce.class.getName(), List.of(option), arguments)) {
        if (isPlayed(child)) {
          return;
        }
      }
    }
    wrong.add("never stopped in time, with " + timeouts + " timeouts");
  }

  /** {@return false if the timeouts were not all waiting when it stopped, or not all due after} */
  private boolean isPlayed(Child child) throws Exception {
    boolean begun = Patience.until(() -> child.output().contains("\n") || !child.isAlive());
    String said = child.output();
    if (begun && said.startsWith(DueAtOnce.ARMED)) {
      if (!child.signal("STOP")) {
        figures.add("skipped: this machine can't suspend a process with kill -STOP");
        return true;
      }
      String first = said.lines().findFirst().orElseThrow();
      TimeUnit.MILLISECONDS.sleep(Long.parseLong(first.substring(DueAtOnce.ARMED.length())));
      child.signal("CONT");
    }
    int code = child.end();
    if (code == DueAtOnce.TOO_LATE) {
      return false;
    }
    (code == 0 ? figures : wrong).add(child.output().lines().reduce("", (a, last) -> last));
    return true;
  }
}
