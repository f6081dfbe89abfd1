package io.loomwheel.examples.reactor;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** How long to wait for a connection while all of a reactor-netty pool are taken. */
final class PoolTimeouts {
  private PoolTimeouts() {}

  /** {@return a pool whose waits are timed by the timer; what follows one runs on its executor} */
  static ConnectionProvider pool(int connections, Duration mostWait, WheelTimer timer) {
    return ConnectionProvider.builder("on-a-timer")
        .maxConnections(connections)
        .pendingAcquireTimeout(mostWait)
        .pendingAcquireTimer(
            (giveUp, wait) -> {
              Timeout timeout = timer.schedule(giveUp, wait);
              return timeout::cancel;
            })
        .build();
  }

  /** {@return the same with a scheduler, whose tasks already are what the pool wants} */
  static ConnectionProvider pool(int connections, Duration mostWait, WheelScheduler wheel) {
    return ConnectionProvider.builder("on-a-scheduler")
        .maxConnections(connections)
        .pendingAcquireTimeout(mostWait)
        .pendingAcquireTimer(
            (giveUp, wait) -> wheel.schedule(giveUp, wait.toNanos(), TimeUnit.NANOSECONDS))
        .build();
  }

  /** {@return what the server says} */
  static Mono<String> get(HttpClient client, String uri) {
    return client.get().uri(uri).responseContent().aggregate().asString();
  }

  /** Runs the sample: the second request finds the only connection taken. */
  public static void main(String[] args) {
    try (WheelTimer timer = WheelTimer.create();
        Upstream upstream = Upstream.start()) {
      ConnectionProvider connections = pool(1, Duration.ofMillis(200), timer);
      HttpClient client = upstream.client(connections);
      Disposable taken = get(client, "/silent").subscribe();
      System.out.println(get(client, "/quick").onErrorResume(Samples::told).block());
      taken.dispose();
      System.out.println(get(client, "/quick").block());
      connections.dispose();
    }
  }
}
