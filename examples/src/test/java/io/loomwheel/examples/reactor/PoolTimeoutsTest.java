package io.loomwheel.examples.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Requests that find the only connection of a pool taken. */
class PoolTimeoutsTest {
  private static final Duration WAIT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Upstream upstream = Upstream.start();
  private final WheelTimer timer = WheelTimer.create();

  /** The two ways of putting the wait on the wheel. */
  enum Way {
    TIMER {
      @Override
      ConnectionProvider pool(Duration mostWait, WheelTimer timer) {
        return PoolTimeouts.pool(1, mostWait, timer);
      }
    },
    SCHEDULER {
      @Override
      ConnectionProvider pool(Duration mostWait, WheelTimer timer) {
        return PoolTimeouts.pool(1, mostWait, WheelScheduler.on(timer));
      }
    };

    abstract ConnectionProvider pool(Duration mostWait, WheelTimer timer);
  }

  @AfterEach
  void tidy() {
    upstream.close();
    timer.close();
  }

  @ParameterizedTest
  @EnumSource
  void get_whileTheConnectionIsTaken_givesUpInTime(Way way) throws Exception {
    ConnectionProvider connections = way.pool(WAIT, timer);
    HttpClient client = upstream.client(connections);
    Disposable taken = take(client);
    long start = System.nanoTime();
    Throwable failure = catchThrowable(() -> PoolTimeouts.get(client, "/quick").block(LONG));
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(WAIT.toNanos());
    assertThat(failure).hasCauseInstanceOf(TimeoutException.class).hasMessageContaining("acquire");
    assertThat(timer.stats().fired()).isEqualTo(1);
    assertThat(timer.pendingTimeouts()).isZero();
    taken.dispose();
    connections.disposeLater().block(LONG);
  }

  @ParameterizedTest
  @EnumSource
  void get_connectionGivenBackInTime_leavesNothingOnTheWheel(Way way) throws Exception {
    ConnectionProvider connections = way.pool(Duration.ofDays(1), timer);
    HttpClient client = upstream.client(connections);
    Disposable taken = take(client);
    CompletableFuture<String> answer = PoolTimeouts.get(client, "/quick").toFuture();
    while (timer.pendingTimeouts() == 0) {
      assertThat(answer).isNotDone();
      Thread.yield();
    }
    taken.dispose();
    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("quick");
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(timer.stats().cancelled()).isPositive();
    connections.disposeLater().block(LONG);
  }

  /** {@return a request that holds its connection until it is disposed of} */
  static Disposable take(HttpClient client) throws InterruptedException {
    CountDownLatch sent = new CountDownLatch(1);
    Disposable taken =
        PoolTimeouts.get(
                client.doAfterRequest((request, connection) -> sent.countDown()), "/silent")
            .subscribe();
    assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();
    return taken;
  }
}
