package io.loomwheel.examples.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Timeouts of reactor-netty's HTTP client, for a whole answer and between the parts of one. */
final class ResponseTimeouts {
  private ResponseTimeouts() {}

  /**
   * {@return what the server says, if all of it comes in time}
   *
   * @param wheel a {@link WheelScheduler}; what comes after the timeout runs there
   */
  static Mono<String> whole(HttpClient client, String uri, Duration most, Scheduler wheel) {
    return client.get().uri(uri).responseContent().aggregate().asString().timeout(most, wheel);
  }

  /** {@return the parts of an answer, each of which has to come in time, by the stock operator} */
  static Flux<String> parts(HttpClient client, String uri, Duration most, Scheduler wheel) {
    return client.get().uri(uri).responseContent().asString().timeout(most, wheel);
  }

  /** {@return the same, with one timer for the whole answer, which each part puts off in place} */
  static Flux<String> manyParts(
      HttpClient client, String uri, Duration most, WheelScheduler wheel) {
    return client
        .get()
        .uri(uri)
        .responseContent()
        .asString()
        .transform(WheelOperators.timeout(most, wheel));
  }

  /** Runs the sample against a server of its own. */
  public static void main(String[] args) {
    Duration most = Duration.ofMillis(200);
    ConnectionProvider connections = ConnectionProvider.create("sample", 10);
    try (WheelTimer timer = WheelTimer.create();
        Upstream upstream = Upstream.start()) {
      WheelScheduler wheel = WheelScheduler.on(timer);
      HttpClient client = upstream.client(connections);
      System.out.println(whole(client, "/quick", Duration.ofSeconds(30), wheel).block());
      System.out.println(
          whole(client, "/silent", most, wheel).onErrorResume(Samples::told).block());
      System.out.println(
          parts(client, "/stalls", most, wheel).onErrorResume(Samples::told).collectList().block());
      System.out.println(
          manyParts(client, "/stalls", most, wheel)
              .onErrorResume(Samples::told)
              .collectList()
              .block());
    } finally {
      connections.dispose();
    }
  }
}
