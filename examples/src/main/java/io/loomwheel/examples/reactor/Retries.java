package io.loomwheel.examples.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import java.io.IOException;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.util.retry.Retry;

/** Retries whose pauses wait on the wheel. */
final class Retries {
  private Retries() {}

  /**
   * {@return what the server says once it isn't busy}
   *
   * @param first pause, before the second attempt; each further one about doubles
   * @param wheel a {@link WheelScheduler}; attempts after the first begin there
   */
  static Mono<String> get(
      HttpClient client, String uri, int attempts, Duration first, Scheduler wheel) {
    return client
        .get()
        .uri(uri)
        .responseSingle(
            (response, body) ->
                response.status().code() == 503
                    ? Mono.error(new IOException("the server is busy"))
                    : body.asString())
        .retryWhen(Retry.backoff(attempts - 1L, first).scheduler(wheel));
  }

  /** Runs the sample: the server is busy twice. */
  public static void main(String[] args) {
    ConnectionProvider connections = ConnectionProvider.create("sample", 10);
    try (WheelTimer timer = WheelTimer.create();
        Upstream upstream = Upstream.start()) {
      WheelScheduler wheel = WheelScheduler.on(timer);
      HttpClient client = upstream.client(connections);
      System.out.println(get(client, "/busy", 3, Duration.ofMillis(100), wheel).block());
    } finally {
      connections.dispose();
    }
  }
}
