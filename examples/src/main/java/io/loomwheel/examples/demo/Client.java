package io.loomwheel.examples.demo;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Sends attempts to a backend through the JDK's client, on virtual threads.
 *
 * <p>It sets no timeout: that is the pipeline's job. Thread-safe; {@link #send} never waits.
 */
final class Client implements AutoCloseable {
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  private final Backend backend;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();

  Client(Backend backend) {
    this.backend = backend;
  }

  /**
   * Sends one attempt.
   *
   * @param request from 0
   * @param attempt from 1
   * @return the answer to come; cancelling this very future closes the connection
   */
  @SuppressWarnings("FutureReturnValueIgnored") // what is left of the two stages has no news
  CompletableFuture<HttpResponse<String>> send(int request, int attempt) {
    HttpRequest get = HttpRequest.newBuilder(backend.target(request, attempt)).build();
    CompletableFuture<HttpResponse<String>> exchange = http.sendAsync(get, BodyHandlers.ofString());
    // The client's own future would end a cancel with an I/O error, which Reactor logs as dropped.
    CompletableFuture<HttpResponse<String>> answer = new CompletableFuture<>();
    exchange.whenComplete(
        (response, failure) -> {
          if (failure == null) {
            answer.complete(response);
          } else {
            answer.completeExceptionally(failure);
          }
        });
    answer.whenComplete(
        (response, failure) -> {
          if (answer.isCancelled()) {
            exchange.cancel(true);
          }
        });
    return answer;
  }

  /**
   * {@return what the backend said}
   *
   * @throws IllegalStateException if that isn't the answer to this request
   */
  static String answer(int request, HttpResponse<String> response) {
    String body = response.body();
    if (response.statusCode() != 200 || !body.equals(Backend.answer(request))) {
      throw new IllegalStateException(
          "request %d got status %d and '%s'".formatted(request, response.statusCode(), body));
    }
    return body;
  }

  @Override
  public void close() {
    http.shutdownNow();
    try {
      http.awaitTermination(CLOSE_WAIT);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    threads.shutdown();
  }
}
