package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads that arm leave the driver a processor. */
class LateDriverTest {
  @Test
  void arm_driverIsLate_yieldsOnceIn64() throws Exception {
    String printed =
        ChildJvm.run(
            List.of(
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1"),
            ArmBesideLateDriver.class);
    assertThat(printed).startsWith("late: after ");
    assertThat(Integer.parseInt(printed.substring("late: after ".length()))).isBetween(1, 64);
  }
}
