package io.loomwheel.examples.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What comes at a moment that only a busy machine has. */
class ConnectionTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();

  @Test
  void lost_beforeTheStartHasReturned_closesTheSocket() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    Socket socket = new Socket();
    Connection connection = new Connection(socket, told::countDown);

    connection.lost(3);

    assertThat(socket.isClosed()).isTrue();
    assertThat(told.getCount()).isZero();
    assertThat(connection.isLost()).isTrue();
  }

  /** The answer comes too late: it is decided by then that the connection is lost. */
  @Test
  void silenceNanos_anAnswerCameAfterTheLastHeartbeat_isFromTheOneBeforeIt() throws Exception {
    try (EchoServer server = EchoServer.start();
        Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
        Connection connection = new Connection(socket, () -> {})) {
      connection.start(timer, new Pace(Duration.ofSeconds(10), 1));
      long sent = System.nanoTime();
      connection.heartbeat();
      while (connection.answers() == 0) {
        Waiting.spin();
      }
      long lost = System.nanoTime();
      connection.lost(1);

      assertThat(connection.silenceNanos()).isGreaterThanOrEqualTo(lost - sent);
    }
  }
}
