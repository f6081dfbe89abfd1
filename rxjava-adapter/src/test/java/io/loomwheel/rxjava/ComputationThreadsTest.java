package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputationThreadsTest {
  @ParameterizedTest
  @CsvSource({"8, 0, 8", "8, -1, 8", "8, 2, 2", "2, 8, 2"})
  void computationThreads_areAsManyAsRxJavaStarts(int processors, int setting, int threads) {
    assertThat(RxDelegatingScheduler.computationThreads(processors, setting)).isEqualTo(threads);
  }
}
