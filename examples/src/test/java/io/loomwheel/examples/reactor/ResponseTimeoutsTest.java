package io.loomwheel.examples.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * Answers that don't come, or not to the end. What is never answered is timed by the real clock.
 */
class ResponseTimeoutsTest {
  private static final Duration MOST = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String WHOLE = String.join("", Upstream.ELEMENTS);

  private final Upstream upstream = Upstream.start();
  private final ConnectionProvider connections = ConnectionProvider.create("test", 1);
  private final HttpClient client = upstream.client(connections);
  private final WheelTimer timer = WheelTimer.create();
  private final WheelScheduler wheel = WheelScheduler.on(timer);

  /** The two ways of timing the parts of an answer. */
  enum Way {
    STOCK {
      @Override
      Flux<String> parts(HttpClient client, String uri, Duration most, WheelScheduler wheel) {
        return ResponseTimeouts.parts(client, uri, most, wheel);
      }
    },
    IN_PLACE {
      @Override
      Flux<String> parts(HttpClient client, String uri, Duration most, WheelScheduler wheel) {
        return ResponseTimeouts.manyParts(client, uri, most, wheel);
      }
    };

    abstract Flux<String> parts(HttpClient client, String uri, Duration most, WheelScheduler wheel);
  }

  @AfterEach
  void tidy() {
    connections.disposeLater().block(LONG);
    upstream.close();
    timer.close();
  }

  @Test
  void whole_fromASilentServer_timesOutInTimeOnAThreadOfTheRelay() throws Exception {
    long start = System.nanoTime();
    Failure failure = failure(ResponseTimeouts.whole(client, "/silent", MOST, wheel).flux());
    assertThat(failure.error()).isInstanceOf(TimeoutException.class);
    assertThat(failure.atNanos() - start).isGreaterThanOrEqualTo(MOST.toNanos());
    assertThat(failure.thread()).matches(RelayThreads::has);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void whole_timedOut_givesItsConnectionBack() throws Exception {
    failure(ResponseTimeouts.whole(client, "/silent", MOST, wheel).flux());
    assertThat(ResponseTimeouts.whole(client, "/quick", LONG, wheel).block()).isEqualTo("quick");
  }

  @Test
  void whole_inTime_leavesNothingOnTheWheel() {
    for (int i = 0; i < 100; i++) {
      assertThat(ResponseTimeouts.whole(client, "/quick", LONG, wheel).block()).isEqualTo("quick");
      assertThat(timer.pendingTimeouts()).isZero();
    }
    assertThat(timer.stats().armed()).isEqualTo(100);
  }

  @ParameterizedTest
  @EnumSource
  void parts_ofASilentServer_timeOutInTime(Way way) throws Exception {
    long start = System.nanoTime();
    Failure failure = failure(way.parts(client, "/silent", MOST, wheel));
    assertThat(failure.error()).isInstanceOf(TimeoutException.class);
    assertThat(failure.atNanos() - start).isGreaterThanOrEqualTo(MOST.toNanos());
    assertThat(failure.thread()).matches(RelayThreads::has);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void parts_ofAServerThatStalls_comeAndThenTimeOut(Way way) throws Exception {
    ManualClock clock = new ManualClock();
    WheelTimer byHand = WheelTimer.builder().clock(clock).build();
    AtomicReference<String> seen = new AtomicReference<>("");
    CompletableFuture<Failure> failure =
        failures(
            way.parts(client, "/stalls", MOST, WheelScheduler.on(byHand))
                .doOnNext(part -> seen.updateAndGet(before -> before + part)));
    while (!seen.get().equals(WHOLE)) {
      assertThat(failure).isNotDone();
      Thread.yield();
    }
    while (!failure.isDone()) {
      clock.advance(MOST); // more than once if the last part is still on its way
    }
    assertThat(failure.get().error()).isInstanceOf(TimeoutException.class);
    assertThat(seen).hasValue(WHOLE);
    assertThat(byHand.stats().fired()).isPositive(); // and not a timer of somebody else's
    assertThat(byHand.pendingTimeouts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void parts_allInTime_leaveNothingOnTheWheel(Way way) {
    List<String> parts = way.parts(client, "/ends", LONG, wheel).collectList().block();
    assertThat(String.join("", parts)).isEqualTo(WHOLE);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  private record Failure(Throwable error, long atNanos, Thread thread) {}

  private static Failure failure(Flux<?> flux) throws Exception {
    return failures(flux).get(30, TimeUnit.SECONDS);
  }

  private static CompletableFuture<Failure> failures(Flux<?> flux) {
    CompletableFuture<Failure> failure = new CompletableFuture<>();
    flux.subscribe(
        element -> {},
        error -> failure.complete(new Failure(error, System.nanoTime(), Thread.currentThread())),
        () -> failure.completeExceptionally(new AssertionError("no failure")));
    return failure;
  }
}
