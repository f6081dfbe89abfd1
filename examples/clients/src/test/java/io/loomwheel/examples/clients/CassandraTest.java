package io.loomwheel.examples.clients;

import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noRows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import com.datastax.oss.simulacron.common.cluster.ClusterSpec;
import com.datastax.oss.simulacron.server.BoundCluster;
import com.datastax.oss.simulacron.server.Server;
import io.loomwheel.WheelTimer;
import io.loomwheel.netty.NettyWheelTimer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Cassandra's driver, against a server on loopback that knows answers but has no data. */
class CassandraTest {
  private static final Duration MOST = Duration.ofMillis(500);
  private static final String SLOW = "select * from slow";

  @Test
  void requests_areTimedByTheWheel() throws Exception {
    WheelTimer wheel = WheelTimer.create();
    DriverConfigLoader config =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, MOST)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofMinutes(1))
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofMinutes(1))
            .build();
    try (Server server = Server.builder().build();
        BoundCluster cluster = server.register(ClusterSpec.builder().withNodes(1).build())) {
      cluster.prime(when(SLOW).then(noRows()).delay(1, TimeUnit.HOURS));
      try (CqlSession session =
          new SessionOnAWheel(NettyWheelTimer.on(wheel))
              .addContactEndPoint(
                  new DefaultEndPoint((InetSocketAddress) cluster.node(0).getAddress()))
              .withLocalDatacenter("dc1")
              .withConfigLoader(config)
              .build()) {
        for (int i = 0; i < 100; i++) {
          session.execute("select * from quick");
        }
        assertThat(wheel.stats().cancelled()).isGreaterThanOrEqualTo(100);
        long from = System.nanoTime();
        assertThatThrownBy(() -> session.execute(SLOW)).isInstanceOf(DriverTimeoutException.class);
        assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(MOST.toNanos());
        assertThat(wheel.stats().fired()).isPositive();
      }
    }
    assertThat(wheel.isStopped()).isFalse();
    assertThat(wheel.pendingTimeouts()).isZero();
    wheel.close();
  }
}
