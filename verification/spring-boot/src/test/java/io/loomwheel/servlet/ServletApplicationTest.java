package io.loomwheel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** The starter in a servlet application on virtual threads, over real sockets. */
@Timeout(100)
class ServletApplicationTest {
  private final ConfigurableApplicationContext application = ServletApplication.start();
  private final WheelTimer timer = application.getBean(WheelTimer.class);
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    application.close();
    http.close();
  }

  private CompletableFuture<HttpResponse<String>> ask(String path) {
    String port = application.getEnvironment().getProperty("local.server.port");
    URI uri = URI.create("http://localhost:" + port + path);
    return http.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private String answer(String path) throws Exception {
    return ask(path).get(60, TimeUnit.SECONDS).body();
  }

  /** Each request waits in the filter, and then in its own way: twice what a wait takes. */
  private void assertWaitsOnTheWheel(String path, String expected) throws Exception {
    long from = System.nanoTime();
    long before = timer.stats().fired();
    assertThat(answer(path)).isEqualTo(expected);
    assertThat(System.nanoTime() - from)
        .isGreaterThanOrEqualTo(2 * ServletApplication.SOON.toNanos());
    assertThat(timer.stats().fired()).isGreaterThanOrEqualTo(before + 2);
  }

  @Test
  void requests_waitOnTheWheel_inEachWay() throws Exception {
    assertWaitsOnTheWheel("/blocks", "virtual: true");
    assertWaitsOnTheWheel("/future", "future");
    assertWaitsOnTheWheel("/deferred", "deferred");
    assertWaitsOnTheWheel("/mono", "mono");
    assertThat(answer("/container")).isEqualTo("container");
    ServletApplication service = application.getBean(ServletApplication.class);
    assertThat(service.runs.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void request_inFlightAtAGracefulShutdown_isAnswered() throws Exception {
    CompletableFuture<HttpResponse<String>> slow = ask("/slow");
    ServletApplication service = application.getBean(ServletApplication.class);
    assertThat(service.slowBegan.await(60, TimeUnit.SECONDS)).isTrue();
    application.close();
    assertThat(slow.get(60, TimeUnit.SECONDS).body()).isEqualTo("slow");
    assertThat(timer.isStopped()).isTrue();
  }
}
