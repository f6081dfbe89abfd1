package io.loomwheel.examples.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Pauses between attempts, seen by the server. */
class RetriesTest {
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Upstream upstream = Upstream.start();
  private final ConnectionProvider connections = ConnectionProvider.create("test", 1);
  private final HttpClient client = upstream.client(connections);
  private final WheelTimer timer = WheelTimer.create();
  private final WheelScheduler wheel = WheelScheduler.on(timer);

  @AfterEach
  void tidy() {
    connections.disposeLater().block(LONG);
    upstream.close();
    timer.close();
  }

  @Test
  void get_busyServer_isAskedAgainAfterEachPause() {
    assertThat(Retries.get(client, "/busy", 3, FIRST, wheel).block(LONG)).isEqualTo("at last");
    assertPaused(upstream.arrivalNanos(), 3);
    assertThat(timer.stats().fired()).isEqualTo(2);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void get_busyForTooLong_fails() {
    Throwable failure = catchThrowable(() -> Retries.get(client, "/busy", 2, FIRST, wheel).block());
    assertThat(Exceptions.isRetryExhausted(failure)).isTrue();
    assertThat(failure).hasRootCauseInstanceOf(IOException.class);
    assertPaused(upstream.arrivalNanos(), 2);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void get_attemptsAfterTheFirst_beginOnThreadsOfTheRelay() {
    Queue<Thread> began = new ConcurrentLinkedQueue<>();
    HttpClient watched =
        client.mapConnect(
            connect -> connect.doOnSubscribe(start -> began.add(Thread.currentThread())));
    Retries.get(watched, "/busy", 3, FIRST, wheel).block(LONG);
    assertThat(began).extracting(RelayThreads::has).containsExactly(false, true, true);
  }

  /** The pauses may be longer than the first, by doubling and jitter, but never shorter. */
  static void assertPaused(List<Long> arrivalNanos, int attempts) {
    assertThat(arrivalNanos).hasSize(attempts);
    for (int i = 1; i < attempts; i++) {
      assertThat(arrivalNanos.get(i) - arrivalNanos.get(i - 1))
          .isGreaterThanOrEqualTo(FIRST.toNanos());
    }
  }
}
