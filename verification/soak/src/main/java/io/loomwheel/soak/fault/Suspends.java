package io.loomwheel.soak.fault;

import com.fasterxml.jackson.databind.JsonNode;
import io.loomwheel.soak.load.Stage;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM under load that is stopped by a signal for some seconds, and goes on. */
final class Suspends extends InOtherJvms {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

  Suspends() {
    super("suspends");
  }

  @Override
  public void during(Stage stage) throws Exception {
    List<String> arguments =
        List.of("--fault", "calm", "--seconds", "1", "--passes", "1", "--wave-millis", "1000");
    long nanos = Math.min(LONGEST_NANOS, 4 * stage.nanos());
    try (Child child = Child.soak(List.of("-Xmx128m"), true, arguments)) {
      Patience.until(child::isUnderWay);
      TimeUnit.MILLISECONDS.sleep(100);
      if (!child.signal("STOP")) {
        figures.add("skipped: this machine can't suspend a process with kill -STOP");
      } else {
        TimeUnit.NANOSECONDS.sleep(nanos);
        child.signal("CONT");
        note(child, TimeUnit.NANOSECONDS.toMillis(nanos));
      }
    }
  }

  private void note(Child child, long millis) throws Exception {
    if (child.end() != 0) {
      wrong.add(child.output());
      return;
    }
    JsonNode report = child.report();
    figures.add(
        "%,d ms suspended: %,d timers, one was %,d ms late"
            .formatted(
                millis,
                report.get("total").get("asked").asLong(),
                report.get("lateMillis").asLong()));
    if (report.get("lateMillis").asLong() < millis / 2) {
      wrong.add("it was not suspended under load: " + report);
    }
  }
}
