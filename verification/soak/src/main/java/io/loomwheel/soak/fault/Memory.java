package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A heap that is taken to its last bytes, in a JVM of its own: {@link ScarceMemory}. */
final class Memory implements Fault {
  private static final List<String> JVM =
      List.of("-Xmx12m", "-XX:+UseSerialGC", "-XX:-UseTLAB"); // so that each byte can be missing

  private final List<String> figures = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public boolean isElsewhere() {
    return true;
  }

  @Override
  public void during(Stage stage) throws Exception {
    String millis = Long.toString(TimeUnit.NANOSECONDS.toMillis(stage.nanos()));
    try (Child child = Child.of(ScarceMemory.class.getName(), JVM, List.of(millis))) {
      (child.end() == 0 ? figures : wrong).add(child.output());
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
