package io.loomwheel.examples.boot;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * Asks the service for prices, says what came of it, and ends the service.
 *
 * <p>It has connections of its own, as a caller elsewhere would. Those that the service gives up on
 * are closed in the middle of a request; a pool that hands out such a connection once more may lose
 * the next request without a signal.
 */
@Component
class Visits implements ApplicationRunner {
  private static final int AT_ONCE = 100;

  private final ReactiveWebServerApplicationContext server;
  private final WheelTimer timer;
  private final int visits;

  Visits(
      ReactiveWebServerApplicationContext server,
      WheelTimer timer,
      @Value("${visits}") int visits) {
    this.server = server;
    this.timer = timer;
    this.visits = visits;
  }

  @Override
  public void run(ApplicationArguments args) {
    String url = "http://localhost:" + server.getWebServer().getPort();
    System.out.println("try " + url + "/price/8, " + url + "/actuator/health");
    if (visits > 0) {
      System.out.println(visits + " requests: " + answers(url));
      System.out.println(timer.stats());
      server.close();
    }
  }

  /** {@return how many requests got a price, and how many did not} */
  private Map<String, Long> answers(String url) {
    ConnectionProvider connections = ConnectionProvider.create("visits", AT_ONCE);
    WebClient client =
        WebClient.builder()
            .baseUrl(url)
            .clientConnector(new ReactorClientHttpConnector(HttpClient.create(connections)))
            .build();
    try {
      return Flux.range(0, visits)
          .flatMap(
              item -> client.get().uri("/price/{item}", item).retrieve().bodyToMono(String.class),
              AT_ONCE)
          .map(price -> price.equals("on request") ? price : "in time")
          .collect(Collectors.groupingBy(kind -> kind, Collectors.counting()))
          .block(Duration.ofMinutes(2));
    } finally {
      connections.dispose();
    }
  }
}
