package io.loomwheel.hangwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WaitingTest {
  static Stream<Runnable> steps() {
    return Stream.of(Waiting::spin, Waiting::collect);
  }

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void step_interrupted_throwsAndKeepsTheInterrupt(Runnable step) {
    step.run();
    Thread.currentThread().interrupt();
    assertThatThrownBy(step::run).hasMessage("interrupted, and still waiting");
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
