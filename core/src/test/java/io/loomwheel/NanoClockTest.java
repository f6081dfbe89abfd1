package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NanoClockTest {
  @Test
  void system_isTheClockOfTheJvm() {
    NanoClock clock = NanoClock.system();
    long before = System.nanoTime();
    long read = clock.nanoTime();
    long after = System.nanoTime();
    assertThat(read - before).isNotNegative();
    assertThat(after - read).isNotNegative();
  }
}
