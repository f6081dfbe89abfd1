package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NanoClockTest {
  @Test
  void system_readTwice_neverGoesBack() {
    NanoClock clock = NanoClock.system();
    long first = clock.nanoTime();
    assertThat(clock.nanoTime() - first).isNotNegative();
  }
}
