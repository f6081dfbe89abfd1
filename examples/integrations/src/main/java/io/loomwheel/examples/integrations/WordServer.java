package io.loomwheel.examples.integrations;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP server on loopback that says the word of the path, never answers to {@code silence}, and
 * fails the first two times to {@code flaky}.
 */
final class WordServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger flaky = new AtomicInteger();

  private WordServer(HttpServer server) {
    this.server = server;
  }

  /** {@return a server on a free port} */
  static WordServer start() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    WordServer server = new WordServer(http);
    http.createContext("/", server::answer);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  /** {@return where it is} */
  String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  private void answer(HttpExchange exchange) throws IOException {
    String word = exchange.getRequestURI().getPath().substring(1);
    if (word.equals("silence")) {
      await(closed);
    }
    int status = word.equals("flaky") && flaky.incrementAndGet() <= 2 ? 503 : 200;
    byte[] text = word.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, text.length);
    exchange.getResponseBody().write(text);
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
