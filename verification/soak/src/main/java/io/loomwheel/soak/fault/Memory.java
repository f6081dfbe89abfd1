package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Stage;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A heap that is taken to its last bytes, in a JVM of its own: {@link ScarceMemory}. */
final class Memory extends InOtherJvms {
  private static final List<String> JVM =
      List.of("-Xmx12m", "-XX:+UseSerialGC", "-XX:-UseTLAB"); // so that each byte can be missing

  @Override
  public void during(Stage stage) throws Exception {
    String millis = Long.toString(TimeUnit.NANOSECONDS.toMillis(stage.nanos()));
    try (Child child = Child.of(ScarceMemory.class.getName(), JVM, List.of(millis))) {
      (child.end() == 0 ? figures : wrong).add(child.output());
    }
  }
}
