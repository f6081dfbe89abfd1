package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import org.asynchttpclient.Dsl;
import org.asynchttpclient.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AsyncHttpClient with its timeouts on the wheel, against a server that answers late or not. */
class AsyncHttpClientTest {
  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final WheelTimer wheel = WheelTimer.builder().name("http").build();
  private final NettyWheelTimer timer = NettyWheelTimer.on(wheel);
  private final CountDownLatch answers = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private ServerSocket server;

  @BeforeEach
  void serve() throws Exception {
    server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    threads.execute(
        () -> {
          try {
            while (true) {
              Socket socket = server.accept();
              threads.execute(() -> answer(socket));
            }
          } catch (IOException closed) {
            // the test is over
          }
        });
  }

  /** Answers each request, {@code /late} not before the end of the test. */
  private void answer(Socket socket) {
    try (socket;
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String request; (request = lines.readLine()) != null; ) {
        while (!lines.readLine().isEmpty()) {} // headers
        if (request.contains("/late")) {
          answers.await();
        }
        socket.getOutputStream().write(OK);
      }
    } catch (IOException | InterruptedException ended) {
      // by the client
    }
  }

  @AfterEach
  void end() throws Exception {
    answers.countDown();
    server.close();
    threads.close();
    wheel.stop();
  }

  private Future<Response> get(AsyncHttpClient client, String path) {
    return client.prepareGet("http://localhost:" + server.getLocalPort() + path).execute();
  }

  private DefaultAsyncHttpClientConfig.Builder config() {
    return Dsl.config().setNettyTimer(timer).setShutdownQuietPeriod(Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource({"PT0.05S, PT5M, Read timeout", "PT5M, PT0.05S, Request timeout"})
  void timeout_fires_andTheRequestFails(Duration read, Duration request, String message)
      throws Exception {
    try (AsyncHttpClient client =
        Dsl.asyncHttpClient(config().setReadTimeout(read).setRequestTimeout(request))) {
      assertThatThrownBy(() -> get(client, "/late").get(60, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining(message);
    }
    assertThat(wheel.stats().fired()).isPositive();
    assertThat(wheel.stats().failed()).isZero();
  }

  @Test
  void answersInTime_cancelTheirTimeouts_andTheClientLeavesTheTimerRunning() throws Exception {
    int requests = 200;
    try (AsyncHttpClient client = Dsl.asyncHttpClient(config())) {
      List<Future<Response>> responses = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        responses.add(get(client, "/"));
      }
      for (Future<Response> response : responses) {
        assertThat(response.get(60, SECONDS).getStatusCode()).isEqualTo(200);
      }
    }
    while (wheel.stats().cancelled() < requests) {
      Waiting.spin();
    }
    assertThat(timer.newTimeout(new Noted(), 1, SECONDS).cancel()).isTrue();
  }
}
