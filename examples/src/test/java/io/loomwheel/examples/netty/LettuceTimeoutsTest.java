package io.loomwheel.examples.netty;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class LettuceTimeoutsTest {
  /** The module netty tests Lettuce against a Redis, where there is one. */
  @Test
  void run_withoutARedis_failsWithOneLine() throws Exception {
    String address;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = "localhost:" + closed.getLocalPort();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exit =
        LettuceTimeouts.run(
            address, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));

    assertThat(exit).isEqualTo(1);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("No Redis answers at " + address + ": start one, or give its host:port");
  }
}
