package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrunkTest {
  private static final List<Integer> SCRIPT = IntStream.range(0, 4000).boxed().toList();

  @Test
  void play_whatFailsByTwoSteps_showsThoseAlone() {
    assertThatThrownBy(
            () ->
                Shrunk.play(
                    SCRIPT,
                    part -> {
                      if (part.contains(17) && part.contains(3211)) {
                        throw new IllegalStateException("both");
                      }
                    }))
        .hasMessage(
            """
            2 steps fail, and none of them can be left out:
              17
              3211
            java.lang.IllegalStateException: both\
            """);
  }

  @Test
  void play_whatHolds_saysNothing() {
    Shrunk.play(SCRIPT, part -> {});
  }
}
