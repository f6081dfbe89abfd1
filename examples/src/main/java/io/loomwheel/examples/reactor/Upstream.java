package io.loomwheel.examples.reactor;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.ConnectionProvider;

/**
 * A reactor-netty server on loopback that answers as its paths say: {@code /quick} at once, {@code
 * /silent} never, {@code /stalls} with three elements and then no more, {@code /ends} with the same
 * three and an end, and {@code /busy} only the third time. Thread-safe; {@link #close} ends it.
 */
final class Upstream implements AutoCloseable {
  static final List<String> ELEMENTS = List.of("one ", "two ", "three ");

  private static final int REFUSALS = 2;

  private final Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
  private final DisposableServer server;

  private Upstream() {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    this.server =
        HttpServer.create()
            .bindAddress(() -> anyPort)
            .route(
                routes ->
                    routes
                        .get("/quick", (request, response) -> answer(response, "quick"))
                        .get("/silent", (request, response) -> Mono.never())
                        .get("/stalls", (request, response) -> stream(response, Mono.never()))
                        .get("/ends", (request, response) -> stream(response, Mono.empty()))
                        .get("/busy", this::busy))
            .bindNow();
  }

  /** {@return a server that accepts requests} */
  static Upstream start() {
    return new Upstream();
  }

  private static Publisher<Void> answer(HttpServerResponse response, String body) {
    return response.sendString(Mono.just(body));
  }

  private static Publisher<Void> stream(HttpServerResponse response, Mono<String> end) {
    return response.send(ByteBufFlux.fromString(elements(end)), part -> true);
  }

  private static Flux<String> elements(Mono<String> end) {
    return Flux.fromIterable(ELEMENTS).concatWith(end);
  }

  private Publisher<Void> busy(HttpServerRequest request, HttpServerResponse response) {
    arrivals.add(System.nanoTime());
    return arrivals.size() <= REFUSALS ? response.status(503).send() : answer(response, "at last");
  }

  /** {@return when each request to {@code /busy} came, by {@link System#nanoTime}} */
  List<Long> arrivalNanos() {
    return List.copyOf(arrivals);
  }

  /**
   * {@return a client of this server}
   *
   * @param connections of the caller, who disposes of them
   */
  HttpClient client(ConnectionProvider connections) {
    return HttpClient.create(connections).baseUrl(url());
  }

  /** {@return where this server is} */
  String url() {
    return "http://" + NetUtil.toSocketAddressString((InetSocketAddress) server.address());
  }

  @Override
  public void close() {
    server.disposeNow();
  }
}
