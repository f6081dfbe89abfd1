package io.loomwheel.examples.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** WebClient, unaware of the factory: its delays are the wheel's, its threads stay Reactor's. */
class SpringTimeoutsTest {
  private static final Duration MOST = Duration.ofMillis(200);
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Upstream upstream = Upstream.start();
  private final ConnectionProvider connections =
      ConnectionProvider.builder("test").maxConnections(1).pendingAcquireTimeout(MOST).build();
  private final WebClient client = SpringTimeouts.client(upstream, connections);
  private final WheelTimer timer = WheelTimer.create();

  @BeforeEach
  void install() {
    Schedulers.setFactory(new WheelFactory(timer));
  }

  @AfterEach
  void tidy() {
    Schedulers.resetFactory();
    connections.disposeLater().block(LONG);
    upstream.close();
    timer.close();
  }

  @Test
  void get_silentServer_timesOutInTimeOnAStockThread() {
    AtomicReference<Thread> thread = new AtomicReference<>();
    long start = System.nanoTime();
    Throwable failure =
        catchThrowable(
            () ->
                SpringTimeouts.get(client, "/silent", MOST)
                    .doOnError(error -> thread.set(Thread.currentThread()))
                    .block(LONG));
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MOST.toNanos());
    assertThat(failure).hasCauseInstanceOf(TimeoutException.class);
    assertThat(thread.get()).isInstanceOf(NonBlocking.class);
    assertThat(thread.get().getName()).startsWith("parallel-");
    assertThat(timer.stats().fired()).isEqualTo(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void get_inTime_leavesNothingOnTheWheel() {
    assertThat(SpringTimeouts.get(client, "/quick", LONG).block()).isEqualTo("quick");
    assertThat(timer.stats().armed()).isEqualTo(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void getPatiently_busyServer_pausesOnTheWheel() {
    assertThat(SpringTimeouts.getPatiently(client, "/busy", FIRST).block(LONG))
        .isEqualTo("at last");
    RetriesTest.assertPaused(upstream.arrivalNanos(), 3);
    assertThat(timer.stats().fired()).isEqualTo(2);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void get_whileTheConnectionIsTaken_givesUpByTheWheelWithoutBeingTold() throws Exception {
    HttpClient other = upstream.client(connections);
    Disposable taken = PoolTimeoutsTest.take(other);
    long start = System.nanoTime();
    Throwable failure = catchThrowable(() -> SpringTimeouts.get(client, "/quick", LONG).block());
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MOST.toNanos());
    assertThat(failure)
        .hasMessageContaining("acquire")
        .hasRootCauseInstanceOf(TimeoutException.class);
    assertThat(timer.stats().fired()).isEqualTo(1);
    assertThat(timer.pendingTimeouts()).isZero();
    taken.dispose();
  }

  @Test
  void resetFactory_putsTheDelaysBackWhereTheyWere() {
    Schedulers.resetFactory();
    Throwable failure = catchThrowable(() -> SpringTimeouts.get(client, "/silent", MOST).block());
    assertThat(failure).hasCauseInstanceOf(TimeoutException.class);
    assertThat(timer.stats().armed()).isZero();
  }
}
