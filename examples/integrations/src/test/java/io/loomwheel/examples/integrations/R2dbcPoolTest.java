package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static io.loomwheel.examples.integrations.Bounded.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelScheduler;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Waits for a connection of a pool that has none left, and connections that are idle. */
class R2dbcPoolTest {
  private static final String URL = "r2dbc:h2:mem:///pool";

  private final WheelTimer timer = WheelTimer.create();

  @BeforeEach
  void installTheWheel() {
    Schedulers.setFactory(new WheelFactory(timer));
  }

  @AfterEach
  void tidy() {
    Schedulers.resetFactory();
    timer.close();
  }

  /** The first connection to a database may take longer than the wait of the tests. */
  private static Mono<Connection> patiently(ConnectionPool pool) {
    return pool.create().retry(1000);
  }

  /** A pool tries once more by default, and each time waits as long as it was told. */
  @Test
  void poolByDefaultDelays_noneLeft_givesUpTwiceByTheWheel() {
    ConnectionPool pool = R2dbcPool.pool(URL, 1, SOON);
    Connection taken = patiently(pool).block(LONG);
    long fired = timer.stats().fired();
    long from = System.nanoTime();
    Throwable failure = catchThrowable(() -> pool.create().block(LONG));
    Bounded.assertNotEarlier(SOON.multipliedBy(2), from);
    assertThat(failure).isInstanceOf(R2dbcTimeoutException.class);
    assertThat(timer.stats().fired()).isEqualTo(fired + 2);
    Mono.from(taken.close()).block(LONG);
    assertThat(R2dbcPool.query(patiently(pool), "select 1").block(LONG)).isEqualTo(1);
    pool.disposeLater().block(LONG);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void poolMadeBeforeTheFactory_isRejectedFromThenOn() {
    ConnectionPool pool = R2dbcPool.pool(URL, 1, LONG);
    Schedulers.setFactory(new WheelFactory(timer));
    assertThat(catchThrowable(() -> pool.create().block(LONG)))
        .hasRootCauseInstanceOf(RejectedExecutionException.class);
    pool.disposeLater().block(LONG);
  }

  @Test
  void poolWithAScheduler_noneLeft_givesUpByTheWheelOfTheScheduler() {
    try (WheelTimer own = WheelTimer.create()) {
      WheelScheduler wheel = WheelScheduler.on(own);
      ConnectionPool pool = R2dbcPool.pool(URL, 1, LONG, wheel);
      Connection taken = pool.create().block(LONG);
      long from = System.nanoTime();
      Throwable failure = catchThrowable(() -> R2dbcPool.connection(pool, SOON, wheel).block(LONG));
      Bounded.assertNotEarlier(SOON, from);
      assertThat(failure).hasCauseInstanceOf(TimeoutException.class);
      assertThat(own.stats().fired()).isEqualTo(1);
      assertThat(timer.stats().armed()).isZero();
      Mono.from(taken.close()).block(LONG);
      pool.disposeLater().block(LONG);
    }
  }

  @Test
  void poolWithAScheduler_idleConnection_isEvictedByTheWheel() {
    try (WheelTimer own = WheelTimer.create()) {
      ConnectionPool pool = R2dbcPool.pool(URL, 1, SOON, WheelScheduler.on(own));
      assertThat(R2dbcPool.query(pool.create(), "select 1").block(LONG)).isEqualTo(1);
      Bounded.eventually(() -> pool.getMetrics().orElseThrow().allocatedSize() == 0);
      assertThat(own.stats().fired()).isPositive();
      assertThat(timer.stats().armed()).isZero();
      Bounded.eventually(() -> own.pendingTimeouts() == 1); // the next look
      pool.disposeLater().block(LONG);
      Bounded.eventually(() -> own.pendingTimeouts() == 0);
    }
  }
}
