package io.loomwheel.soak.fault;

import com.fasterxml.jackson.databind.JsonNode;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM under load that is stopped by a signal for five seconds, and goes on. */
final class Suspends implements Fault {
  private static final int SECONDS = 5;

  private final List<String> figures = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  @Override
  public String name() {
    return "suspends";
  }

  @Override
  public void during(Stage stage) throws Exception {
    List<String> arguments =
        List.of("--fault", "calm", "--seconds", "1", "--passes", "1", "--wave-millis", "1000");
    try (Child child = new Child(List.of("-Xmx128m"), arguments)) {
      Patience.until(child::isUnderWay);
      TimeUnit.MILLISECONDS.sleep(300);
      if (!signal("STOP", child)) {
        figures.add("skipped: this machine can't suspend a process with kill -STOP");
      } else {
        TimeUnit.SECONDS.sleep(SECONDS);
        signal("CONT", child);
        note(child);
      }
    }
  }

  private static boolean signal(String name, Child child) throws InterruptedException {
    try {
      ProcessBuilder kill =
          new ProcessBuilder("sh", "-c", "kill -" + name + " " + child.pid())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      return kill.start().waitFor() == 0;
    } catch (IOException noShell) {
      return false;
    }
  }

  private void note(Child child) throws Exception {
    if (child.end() != 0) {
      wrong.add(child.output());
      return;
    }
    JsonNode report = child.report();
    figures.add(
        "%d s suspended: %,d timers, one was %,d ms late"
            .formatted(
                SECONDS,
                report.get("total").get("asked").asLong(),
                report.get("lateMillis").asLong()));
    if (report.get("lateMillis").asLong() < TimeUnit.SECONDS.toMillis(SECONDS) / 2) {
      wrong.add("it was not suspended under load: " + report);
    }
  }

  @Override
  public List<String> figures() {
    return figures;
  }

  @Override
  public List<String> wrong() {
    return wrong;
  }
}
