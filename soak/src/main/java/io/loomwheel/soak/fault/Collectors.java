package io.loomwheel.soak.fault;

import com.fasterxml.jackson.databind.JsonNode;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The same load under garbage with 128 MB and each garbage collector, in JVMs of their own. */
final class Collectors implements Fault {
  private static final List<String> NAMES = List.of("Serial", "Parallel", "G1", "Z");

  private final List<String> figures = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  @Override
  public String name() {
    return "collectors";
  }

  @Override
  public void during(Stage stage) throws Exception {
    long each = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(stage.nanos() / NAMES.size()));
    for (String collector : NAMES) {
      List<String> jvm = List.of("-Xmx128m", "-XX:+Use" + collector + "GC");
      List<String> arguments =
          List.of("--fault", "garbage", "--seconds", String.valueOf(each), "--passes", "1");
      try (Child child = new Child(jvm, arguments)) {
        if (child.end() != 0) {
          wrong.add(collector + ": " + child.output());
        } else {
          note(collector, child.report());
        }
      }
    }
  }

  private void note(String collector, JsonNode report) {
    JsonNode total = report.get("total");
    figures.add(
        "%s: %,d timers, %d ms in the collector"
            .formatted(collector, total.get("asked").asLong(), report.get("gcMillis").asLong()));
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
