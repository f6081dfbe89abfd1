package io.loomwheel.examples.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The samples say what their readers are led to expect. */
class SamplesTest {
  private static final String[] NONE = {};

  @Test
  void responseTimeouts_tell() {
    assertThat(said(() -> ResponseTimeouts.main(NONE)))
        .startsWith("quick")
        .contains("TimeoutException")
        .contains("VirtualThread");
  }

  @Test
  void poolTimeouts_tell() {
    assertThat(said(() -> PoolTimeouts.main(NONE)))
        .contains("PoolAcquireTimeoutException")
        .endsWith("quick");
  }

  @Test
  void retries_tell() {
    assertThat(said(() -> Retries.main(NONE))).isEqualTo("at last");
  }

  @Test
  void springTimeouts_tell() {
    assertThat(said(() -> SpringTimeouts.main(NONE)))
        .startsWith("quick")
        .contains("TimeoutException", ",parallel-", "at last", "WheelStats");
  }

  private static String said(Runnable sample) {
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      sample.run();
    } finally {
      System.setOut(out);
    }
    return said.toString(StandardCharsets.UTF_8).strip();
  }
}
