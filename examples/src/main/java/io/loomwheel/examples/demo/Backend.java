package io.loomwheel.examples.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP server on loopback that does to each attempt what the plan says.
 *
 * <p>A virtual thread serves each exchange. One that hangs is held, unanswered, for long after its
 * client must have turned away, and then closed, so that few pile up. {@link #close} ends all.
 */
final class Backend implements AutoCloseable {
  private static final Pattern TARGET = Pattern.compile("/work/(\\d{1,9})\\?attempt=(\\d{1,9})");

  /** Room for a connection of every request in flight to arrive at once. */
  private static final int BACKLOG = 4_096;

  private static final int TIMEOUTS_HELD = 5;
  private static final Duration HELD_AT_LEAST = Duration.ofSeconds(5);

  private final Plan plan;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closing = new CountDownLatch(1);

  private Backend(Plan plan, HttpServer server) {
    this.plan = plan;
    this.server = server;
  }

  /**
   * Starts a backend on a free port.
   *
   * @param plan what it does with each attempt
   * @return a backend that accepts requests
   */
  static Backend start(Plan plan) throws IOException {
    // Read by the JDK's server when its class is loaded. By default it closes idle connections over
    // 200, at times one that the client is about to use, and lets small answers wait for an ACK.
    System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
    System.setProperty("sun.net.httpserver.idleInterval", "600");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(anyPort, BACKLOG);
    Backend backend = new Backend(plan, server);
    server.setExecutor(backend.threads);
    server.createContext("/work/", backend::serve);
    server.start();
    return backend;
  }

  /**
   * {@return where to send an attempt}
   *
   * @param request from 0
   * @param attempt from 1
   */
  URI target(int request, int attempt) {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    String authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    return URI.create("http://" + authority + "/work/" + request + "?attempt=" + attempt);
  }

  /** {@return what the backend answers to a request, sooner or later} */
  static String answer(int request) {
    return "done " + request;
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Matcher target = TARGET.matcher(exchange.getRequestURI().toString());
      if (!target.matches()) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      int request = Integer.parseInt(target.group(1));
      int attempt = Integer.parseInt(target.group(2));
      switch (plan.fate(request, attempt)) {
        case QUICK -> answer(exchange, request, plan.quickDelay(request));
        case SLOW -> answer(exchange, request, plan.slowDelay());
        case HANG -> pause(held());
      }
    }
  }

  private void answer(HttpExchange exchange, int request, Duration delay) throws IOException {
    pause(delay);
    byte[] body = answer(request).getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  private Duration held() {
    Duration held = plan.timeout().multipliedBy(TIMEOUTS_HELD);
    return held.compareTo(HELD_AT_LEAST) < 0 ? HELD_AT_LEAST : held;
  }

  /** Waits, at most until this backend closes. */
  private void pause(Duration delay) throws IOException {
    try {
      closing.await(delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while it was to answer", stop);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.close();
  }
}
