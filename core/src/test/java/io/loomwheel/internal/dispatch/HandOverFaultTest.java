package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.drive.FaultLoader;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory runs out at any step from the driver's buffer to the run: each node runs, once. */
class HandOverFaultTest {
  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "3, true", "40, false", "40, true"})
  @SuppressWarnings("unchecked")
  void anyStep_noMemory_eachNodeRunsOnce(int nodes, boolean onRelay) throws Exception {
    ToLongBiFunction<Integer, Boolean> runs =
        (ToLongBiFunction<Integer, Boolean>)
            new FaultLoader()
                .loadClass(HandOverRuns.class.getName())
                .getDeclaredConstructor()
                .newInstance();
    assertThat(runs.applyAsLong(nodes, onRelay)).isGreaterThan(1);
  }
}
