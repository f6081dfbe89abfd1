package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRoutes;
import reactor.netty.resources.ConnectionProvider;

/**
 * Clients in Reactor Netty with a timeout on what they wait for, and the servers that they ask, all
 * in this process. Nothing is ever late.
 */
final class Http implements Contestant {
  private static final int CONNECTIONS = 32;

  /** On a thread of their own: a source that never pauses would keep the server's to itself. */
  private static final Flux<String> EVENTS =
      Flux.just("event").repeat().publishOn(Schedulers.single());

  private final ConnectionProvider connections =
      ConnectionProvider.create("bench", 4 * CONNECTIONS);
  private final DisposableServer server;
  private final DisposableServer gateway;
  private final Flux<String> client;

  private Http(Function<Flux<String>, Flux<String>> timeout, Function<Http, Flux<String>> client) {
    server =
        serving(
            routes -> {
              routes.get(
                  "/answer", (request, response) -> response.sendString(Flux.just("answer")));
              routes.get("/events", (request, response) -> response.sse().sendString(EVENTS));
            });
    gateway =
        serving(
            routes ->
                routes.get(
                    "/answer",
                    (request, response) ->
                        response.sendString(from(server, "/answer").transform(timeout))));
    this.client = client.apply(this);
  }

  /** {@return clients of a gateway, which asks a server within a time; one operation: a request} */
  static Http gateway(Function<Flux<String>, Flux<String>> timeout) {
    return new Http(timeout, http -> http.from(http.gateway, "/answer").repeat());
  }

  /** {@return clients of a server's events, none of which may be late; one operation: a chunk} */
  static Http events(Function<Flux<String>, Flux<String>> timeout) {
    return new Http(timeout, http -> http.from(http.server, "/events").transform(timeout));
  }

  private static DisposableServer serving(Consumer<HttpServerRoutes> routes) {
    return HttpServer.create().host("localhost").route(routes).bindNow(Duration.ofSeconds(60));
  }

  private Flux<String> from(DisposableServer to, String path) {
    return HttpClient.create(connections)
        .remoteAddress(to::address)
        .get()
        .uri(path)
        .responseContent()
        .asString();
  }

  @Override
  public Round round(long lengthNanos) throws InterruptedException {
    LongAdder seen = new LongAdder();
    Meter meter = Meter.start();
    Disposable clients =
        Flux.range(0, CONNECTIONS)
            .flatMap(i -> client, CONNECTIONS)
            .subscribe(element -> seen.increment());
    TimeUnit.NANOSECONDS.sleep(lengthNanos);
    if (clients.isDisposed()) {
      throw new IllegalStateException("a client has failed");
    }
    Round round = meter.stop(seen.sum(), 1);
    clients.dispose();
    return round;
  }

  @Override
  public void close() {
    gateway.disposeNow(Duration.ofSeconds(60));
    server.disposeNow(Duration.ofSeconds(60));
    connections.dispose();
  }
}
