package io.loomwheel.examples.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import java.time.Duration;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.util.retry.Retry;

/**
 * Spring's {@code WebClient} in an application that has put all default delays on the wheel: the
 * code that uses the client doesn't know of it, and goes on running on Reactor's own threads.
 */
final class SpringTimeouts {
  private SpringTimeouts() {}

  static WebClient client(Upstream upstream, ConnectionProvider connections) {
    HttpClient http = HttpClient.create(connections);
    return WebClient.builder()
        .baseUrl(upstream.url())
        .clientConnector(new ReactorClientHttpConnector(http))
        .build();
  }

  /** {@return what the server says, if it comes in time} */
  static Mono<String> get(WebClient client, String uri, Duration most) {
    return client.get().uri(uri).retrieve().bodyToMono(String.class).timeout(most);
  }

  /** {@return what the server says once it isn't busy} */
  static Mono<String> getPatiently(WebClient client, String uri, Duration first) {
    return client
        .get()
        .uri(uri)
        .retrieve()
        .bodyToMono(String.class)
        .retryWhen(
            Retry.backoff(2, first)
                .filter(WebClientResponseException.ServiceUnavailable.class::isInstance));
  }

  /** Runs the sample; an application would leave the factory where it is. */
  public static void main(String[] args) {
    ConnectionProvider connections = ConnectionProvider.create("sample", 10);
    Schedulers.setFactory(new WheelFactory(WheelTimer.shared()));
    try (Upstream upstream = Upstream.start()) {
      WebClient client = client(upstream, connections);
      System.out.println(get(client, "/quick", Duration.ofSeconds(30)).block());
      System.out.println(
          get(client, "/silent", Duration.ofMillis(200)).onErrorResume(Samples::told).block());
      System.out.println(getPatiently(client, "/busy", Duration.ofMillis(100)).block());
      System.out.println(WheelTimer.shared().stats());
    } finally {
      Schedulers.resetFactory();
      connections.dispose();
    }
  }
}
