package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.loomwheel.WheelTimer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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

/** AsyncHttpClient with its timeouts on the wheel, against a server that answers late or not. */
class AsyncHttpClientTest {
  private final WheelTimer wheel = WheelTimer.builder().name("http").build();
  private final NettyWheelTimer timer = NettyWheelTimer.on(wheel);
  private final CountDownLatch answers = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            if (exchange.getRequestURI().getPath().equals("/late")) {
              answers.await();
            }
            exchange.sendResponseHeaders(200, -1);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
  }

  @AfterEach
  void end() {
    answers.countDown();
    server.stop(0);
    threads.close();
    wheel.stop();
  }

  private Future<Response> get(AsyncHttpClient client, String path) {
    return client.prepareGet("http://localhost:" + server.getAddress().getPort() + path).execute();
  }

  private DefaultAsyncHttpClientConfig.Builder config() {
    return Dsl.config().setNettyTimer(timer).setShutdownQuietPeriod(Duration.ZERO);
  }

  @Test
  void readTimeout_fires_andTheRequestFails() throws Exception {
    try (AsyncHttpClient client =
        Dsl.asyncHttpClient(
            config()
                .setReadTimeout(Duration.ofMillis(50))
                .setRequestTimeout(Duration.ofMinutes(5)))) {
      assertThatThrownBy(() -> get(client, "/late").get(60, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("Read timeout");
    }
    assertThat(wheel.stats().fired()).isPositive();
    assertThat(wheel.stats().failed()).isZero();
  }

  @Test
  void requestTimeout_fires_andTheRequestFails() throws Exception {
    try (AsyncHttpClient client =
        Dsl.asyncHttpClient(
            config()
                .setReadTimeout(Duration.ofMinutes(5))
                .setRequestTimeout(Duration.ofMillis(50)))) {
      assertThatThrownBy(() -> get(client, "/late").get(60, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("Request timeout");
    }
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
    assertThat(Eventually.holds(() -> wheel.stats().cancelled() >= requests)).isTrue();
    assertThat(timer.newTimeout(new Noted(), 1, SECONDS).cancel()).isTrue();
  }
}
