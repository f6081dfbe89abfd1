package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StallsTest {
  private static final int STREAMS = 1_000;

  private final long startNanos = Long.MAX_VALUE - 10; // the clock may wrap
  private final Stalls stalls = Stalls.draw(STREAMS, 50, 100, startNanos, 42);

  private boolean isSilent(int stream, long nanosSinceStart) {
    return stalls.isSilent(stream, startNanos + nanosSinceStart);
  }

  @Test
  void draw_choosesThatMany() {
    assertThat(IntStream.range(0, STREAMS).filter(stalls::falls)).hasSize(50);
    assertThat(stalls.count()).isEqualTo(50);
  }

  @Test
  void isSilent_afterTheTime_onlyThoseThatFall() {
    for (int stream = 0; stream < STREAMS; stream++) {
      assertThat(isSilent(stream, 100)).isEqualTo(stalls.falls(stream));
      assertThat(Stalls.NONE.isSilent(stream, startNanos)).isFalse();
    }
  }

  @Test
  void isSilent_beforeTheStart_none() {
    assertThat(IntStream.range(0, STREAMS)).noneMatch(stream -> isSilent(stream, -1));
  }

  @Test
  void draw_sameSeed_isTheSame() {
    Stalls again = Stalls.draw(STREAMS, 50, 100, startNanos, 42);

    assertThat(IntStream.range(0, STREAMS))
        .allMatch(stream -> again.falls(stream) == stalls.falls(stream));
  }
}
