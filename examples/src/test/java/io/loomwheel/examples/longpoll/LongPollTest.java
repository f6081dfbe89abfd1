package io.loomwheel.examples.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LongPollTest {
  private final WheelTimer timer = WheelTimer.create();
  private final HttpClient client = HttpClient.newHttpClient();
  private LongPoll longPoll;

  @BeforeEach
  void start() throws IOException {
    longPoll = LongPoll.start(timer);
  }

  @AfterEach
  void end() {
    client.close();
    longPoll.close();
    timer.close();
  }

  @Test
  void get_eventsAreThere_answersAtOnce() throws Exception {
    post("one");
    post("two");

    assertThat(get("after=0&wait=60s").body()).isEqualTo("one\ntwo");
    assertThat(get("after=1&wait=60s").body()).isEqualTo("two");
  }

  @Test
  void get_nothingThere_waitsForThePost() throws Exception {
    CompletableFuture<HttpResponse<String>> poll = poll("after=0&wait=60s");
    awaitParked(1);
    assertThat(poll).isNotDone();

    assertThat(post("news")).isEqualTo("1 1");

    assertThat(poll.get().statusCode()).isEqualTo(200);
    assertThat(poll.get().body()).isEqualTo("news");
    awaitParked(0);
  }

  @Test
  void get_nothingComes_isNoContentOnceItHasWaited() throws Exception {
    long start = System.nanoTime();

    assertThat(get("after=0&wait=50ms").statusCode()).isEqualTo(204);

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(50_000_000);
    awaitParked(0);
  }

  @Test
  void post_someHaveMoreThanOthers_completesThoseThatItIsNewTo() throws Exception {
    CompletableFuture<HttpResponse<String>> next = poll("after=0&wait=60s");
    CompletableFuture<HttpResponse<String>> later = poll("after=1&wait=60s");
    awaitParked(2);

    assertThat(post("one")).isEqualTo("1 1");
    assertThat(next.get().body()).isEqualTo("one");
    assertThat(later).isNotDone();

    assertThat(post("two")).isEqualTo("2 1");
    assertThat(later.get().body()).isEqualTo("two");
  }

  @Test
  void get_badQuery_isRefusedWithTheRule() throws Exception {
    HttpResponse<String> response = get("after=soon");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("after=3&wait=5s").contains("after=soon");
  }

  @Test
  void close_pollsWait_areAnswered() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> polls =
        IntStream.range(0, 20).mapToObj(i -> poll("after=0&wait=60s")).toList();
    awaitParked(20);

    longPoll.close();

    for (CompletableFuture<HttpResponse<String>> poll : polls) {
      assertThat(poll.get().statusCode()).isEqualTo(204);
    }
  }

  private HttpResponse<String> get(String query) throws Exception {
    return poll(query).get();
  }

  private CompletableFuture<HttpResponse<String>> poll(String query) {
    return client.sendAsync(request("events?" + query).build(), BodyHandlers.ofString());
  }

  private String post(String event) throws Exception {
    HttpRequest request = request("events").POST(BodyPublishers.ofString(event)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private void awaitParked(int polls) throws Exception {
    String parked;
    do {
      parked = client.send(request("parked").build(), BodyHandlers.ofString()).body();
    } while (!parked.equals("" + polls));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(longPoll.address().resolve(path));
  }
}
