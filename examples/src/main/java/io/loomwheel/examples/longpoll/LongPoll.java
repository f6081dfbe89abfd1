package io.loomwheel.examples.longpoll;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loomwheel.Timer;
import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.Purgatory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * An HTTP server on loopback with one stream of events.
 *
 * <p>{@code GET /events?after=N&wait=5s} answers with the events after the N-th, one on a line, as
 * soon as there is one, or with 204 once it has waited; {@code POST /events} adds the body as an
 * event, and answers with its number and how many polls that has completed; {@code GET /parked}
 * says how many wait. A poll that waits holds its connection and no thread. {@link #close} answers
 * all that wait.
 */
public final class LongPoll implements AutoCloseable {
  /** Room for many readers to connect at once. */
  private static final int BACKLOG = 4_096;

  /** The one key; a server with many streams would have one for each. */
  private static final String STREAM = "events";

  private final Events events = new Events();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private final Purgatory<String> purgatory;

  private LongPoll(Timer timer, HttpServer server) {
    this.server = server;
    this.purgatory = Purgatory.on(timer);
  }

  /**
   * Starts a server on a free port.
   *
   * @param timer for the deadlines; stays running
   * @return a server that accepts requests
   */
  static LongPoll start(Timer timer) throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(anyPort, BACKLOG);
    LongPoll longPoll = new LongPoll(timer, server);
    server.setExecutor(longPoll.threads);
    server.createContext("/events", longPoll::serve);
    server.createContext(
        "/parked", exchange -> answer(exchange, 200, "" + longPoll.purgatory.delayed()));
    server.start();
    return longPoll;
  }

  /**
   * Runs a server until its input ends, and says first where it listens.
   *
   * @param args none
   * @throws IOException if it can't listen
   */
  public static void main(String[] args) throws IOException {
    try (LongPoll longPoll = start(WheelTimer.shared())) {
      System.out.println(longPoll.address());
      while (System.in.read() >= 0) {
        // what is typed means nothing
      }
    }
  }

  /** {@return where it listens, such as {@code http://127.0.0.1:8080/}} */
  URI address() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + "/");
  }

  private void serve(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "GET" -> poll(exchange);
      case "POST" -> post(exchange);
      default -> answer(exchange, 405, "GET or POST");
    }
  }

  /** Returns though the exchange is open: whoever completes the poll answers it. */
  private void poll(HttpExchange exchange) throws IOException {
    PollQuery query;
    try {
      query = PollQuery.parse(exchange.getRequestURI().getQuery());
    } catch (IllegalArgumentException e) {
      answer(exchange, 400, String.valueOf(e.getMessage()));
      return;
    }
    Poll poll = new Poll(exchange, query, events, threads);
    try {
      purgatory.tryCompleteElseWatch(poll, List.of(STREAM));
    } catch (RejectedExecutionException closing) {
      answer(exchange, 503, "closing");
    }
  }

  private void post(HttpExchange exchange) throws IOException {
    String event = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    int number = events.append(event);
    int completed = purgatory.checkAndComplete(STREAM);
    answer(exchange, 200, number + " " + completed);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    purgatory.close();
    threads.close(); // once all answers are sent
    server.stop(0);
  }
}
