package io.loomwheel.examples.integrations;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelScheduler;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import java.time.Duration;
import java.util.Objects;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** A pool of R2DBC connections, and how long to wait for one, on a wheel. */
public final class R2dbcPool {
  /** {@return a pool that gives up a wait by the default delays of Reactor} */
  static ConnectionPool pool(String url, int most, Duration mostWait) {
    return new ConnectionPool(
        ConnectionPoolConfiguration.builder(ConnectionFactories.get(url))
            .initialSize(0)
            .maxSize(most)
            .maxAcquireTime(mostWait)
            .build());
  }

  /** {@return a pool that looks for idle connections by the wheel, and times no wait by itself} */
  static ConnectionPool pool(String url, int most, Duration idleFor, WheelScheduler wheel) {
    return new ConnectionPool(
        ConnectionPoolConfiguration.builder(ConnectionFactories.get(url))
            .initialSize(0)
            .maxSize(most)
            .maxIdleTime(idleFor)
            .backgroundEvictionInterval(Duration.ZERO) // or Reactor's own delays do it
            .customizer(pool -> pool.evictInBackground(idleFor, wheel))
            .build());
  }

  /** {@return a connection of the pool, if it has one in time} */
  static Mono<Connection> connection(ConnectionPool pool, Duration mostWait, Scheduler wheel) {
    return pool.create().timeout(mostWait, wheel);
  }

  /** {@return what the database says to a query; the connection goes back to the pool} */
  static Mono<Integer> query(Mono<Connection> connection, String sql) {
    return Flux.usingWhen(
            connection, open -> Flux.from(open.createStatement(sql).execute()), Connection::close)
        .flatMap(result -> result.map((row, columns) -> row.get(0, Integer.class)))
        .single();
  }

  /** Asks a database in memory while the only connection of its pool is taken. */
  public static void main(String[] args) {
    try (WheelTimer timer = WheelTimer.create()) {
      Schedulers.setFactory(new WheelFactory(timer)); // before the pool is made
      ConnectionPool pool = pool("r2dbc:h2:mem:///sample", 1, Duration.ofMillis(200));
      Connection taken = Objects.requireNonNull(pool.create().block());
      System.out.println(
          query(pool.create(), "select 1")
              .map(String::valueOf)
              .onErrorResume(e -> Mono.just(e.toString()))
              .block());
      Mono.from(taken.close()).block();
      System.out.println(query(pool.create(), "select 1").block());
      pool.dispose();
      Schedulers.resetFactory();
      System.out.println(timer.stats());
    }
  }
}
