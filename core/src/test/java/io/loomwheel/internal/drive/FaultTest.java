package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An Error at every call and at every allocation of every operation, with random operations before
 * and after: nothing is lost, comes twice, early or late, each place of the limit is given back,
 * and the timer goes on.
 */
class FaultTest {
  private static final int SEEDS = Models.isThorough() ? 100 : 2;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64, 8192})
  @SuppressWarnings("unchecked")
  void anyOperation_errorAtAnyPlace_losesNothing(int ring) throws Exception {
    ToLongFunction<int[]> runs =
        (ToLongFunction<int[]>)
            new FaultLoader()
                .loadClass(FaultRuns.class.getName())
                .getDeclaredConstructor()
                .newInstance();
    assertThat(runs.applyAsLong(new int[] {ring, SEEDS})).isGreaterThan(100L * SEEDS);
  }
}
