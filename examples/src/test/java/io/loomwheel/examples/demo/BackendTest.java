package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackendTest {
  private final Plan plan = new Plan(3, 1_000, Duration.ofMillis(40));

  @Test
  void send_quickOrSlow_isAnswered() throws Exception {
    int quick = first(Fate.QUICK);
    int slow = first(Fate.SLOW);
    try (Backend backend = Backend.start(plan);
        Client client = new Client(backend)) {
      assertThat(Client.answer(quick, client.send(quick, 1).get())).isEqualTo("done " + quick);
      assertThat(Client.answer(slow, client.send(slow, 1).get())).isEqualTo("done " + slow);
    }
  }

  @Test
  void answer_ofAnotherRequest_isRefused() throws Exception {
    int quick = first(Fate.QUICK);
    try (Backend backend = Backend.start(plan);
        Client client = new Client(backend)) {
      HttpResponse<String> response = client.send(quick, 1).get();

      assertThatThrownBy(() -> Client.answer(quick + 1, response))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("done " + quick);
    }
  }

  @Test
  void send_hangs_isUnansweredUntilTheBackendCloses() throws Exception {
    Backend backend = Backend.start(plan);
    try (Client client = new Client(backend)) {
      CompletableFuture<HttpResponse<String>> hung = client.send(first(Fate.HANG), 1);
      // Many round trips of others later it still has no answer.
      for (int request = 0; request < 50; request++) {
        if (plan.fate(request, 1) == Fate.QUICK) {
          client.send(request, 1).get();
        }
      }
      assertThat(hung).isNotDone();

      backend.close();

      assertThatThrownBy(() -> hung.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void send_cancelled_endsAsCancelled() throws Exception {
    try (Backend backend = Backend.start(plan);
        Client client = new Client(backend)) {
      CompletableFuture<HttpResponse<String>> hung = client.send(first(Fate.HANG), 1);

      hung.cancel(true);

      assertThat(hung).isCancelled();
    }
  }

  @Test
  void get_unknownTarget_isNotFound() throws Exception {
    try (Backend backend = Backend.start(plan);
        HttpClient http = HttpClient.newHttpClient()) {
      URI unknown = backend.target(1, 1).resolve("/work/one");

      HttpResponse<Void> response =
          http.send(HttpRequest.newBuilder(unknown).build(), BodyHandlers.discarding());

      assertThat(response.statusCode()).isEqualTo(404);
    }
  }

  private int first(Fate fate) {
    return IntStream.range(0, plan.requests())
        .filter(request -> plan.fate(request, 1) == fate)
        .findFirst()
        .orElseThrow();
  }
}
