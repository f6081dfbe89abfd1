package io.loomwheel.soak.fault;

import com.fasterxml.jackson.databind.JsonNode;
import io.loomwheel.soak.load.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A load in JVMs of their own, which differ in their options, all at once. */
final class OtherJvms extends InOtherJvms {
  private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Kind kind;
  private final List<List<String>> options;

  /**
   * Makes the fault.
   *
   * @param kind of the fault that is played there
   * @param options of each JVM
   */
  OtherJvms(String name, Kind kind, List<List<String>> options) {
    super(name);
    this.kind = kind;
    this.options = options;
  }

  /** {@return the one of 128 MB, garbage and each garbage collector} */
  static OtherJvms collectors() {
    return new OtherJvms(
        "collectors",
        Kind.GARBAGE,
        Stream.of("Serial", "Parallel", "G1", "Z")
            .map(collector -> List.of("-Xmx128m", "-XX:+Use" + collector + "GC"))
            .toList());
  }

  /** {@return the one that sees a single processor} */
  static OtherJvms oneProcessor() {
    return new OtherJvms(
        "one-processor", Kind.SPINS, List.of(List.of("-Xmx128m", "-XX:ActiveProcessorCount=1")));
  }

  @Override
  public void during(Stage stage) throws Exception {
    List<String> arguments =
        List.of("--fault", kind.toString(), "--seconds", stage.nanos() / 1e9 + "", "--passes", "1");
    List<Child> children = new ArrayList<>();
    try {
      for (List<String> jvm : options) {
        children.add(Child.soak(jvm, stage.nanos() < SHORT_NANOS, arguments));
      }
      for (int i = 0; i < children.size(); i++) {
        note(options.get(i).getLast(), children.get(i));
      }
    } finally {
      for (Child child : children) {
        child.close();
      }
    }
  }

  private void note(String option, Child child) throws Exception {
    if (child.end() != 0) {
      wrong.add(option + ": " + child.output());
      return;
    }
    JsonNode report = child.report();
    figures.add(
        "%s: %,d timers, %d ms in the collector"
            .formatted(
                option,
                report.get("total").get("asked").asLong(),
                report.get("gcMillis").asLong()));
  }
}
