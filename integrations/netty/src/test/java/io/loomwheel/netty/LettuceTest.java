package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Lettuce with its timer on the wheel. Against a Redis where {@code redis-server} is on the path.
 */
class LettuceTest {
  private final WheelTimer wheel = WheelTimer.builder().name("redis").build();
  private final NettyWheelTimer timer = NettyWheelTimer.on(wheel);
  private final ClientResources resources =
      ClientResources.builder()
          .timer(timer)
          .ioThreadPoolSize(2)
          .computationThreadPoolSize(2)
          .reconnectDelay(Delay.constant(Duration.ofMillis(20)))
          .build();
  private RedisClient client;

  /** Connects; a command of that name times out after 50 ms, all others after a minute. */
  private StatefulRedisConnection<String, String> connect(int port, String impatient) {
    client = RedisClient.create(resources, RedisURI.create("localhost", port));
    client.setOptions(
        ClientOptions.builder()
            .protocolVersion(ProtocolVersion.RESP2)
            .timeoutOptions(
                TimeoutOptions.builder()
                    .timeoutSource(
                        new TimeoutOptions.TimeoutSource() {
                          @Override
                          public long getTimeout(RedisCommand<?, ?, ?> command) {
                            return command.getType().toString().equals(impatient) ? 50 : 60_000;
                          }
                        })
                    .build())
            .build());
    return client.connect();
  }

  private static RedisServer redis() throws Exception {
    assumeTrue(
        RedisServer.program().isPresent(),
        "not run: there is no redis-server on the PATH (Debian's package redis-server has one)");
    return RedisServer.start();
  }

  @AfterEach
  void end() throws Exception {
    if (client != null) {
      client.shutdown(0, 10, SECONDS);
    }
    resources.shutdown(0, 10, SECONDS).get();
    assertThat(timer.newTimeout(new Noted(), 1, SECONDS).cancel())
        .as("Lettuce leaves a timer that it was given alone")
        .isTrue();
    assertThat(wheel.stats().failed()).isZero();
    wheel.stop();
  }

  /** Takes one connection, greets as Redis does, and answers no {@code GET}. */
  private static void greet(ServerSocket server) {
    try (Socket socket = server.accept();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line; (line = lines.readLine()) != null; ) {
        if (line.equalsIgnoreCase("CLIENT") || line.equalsIgnoreCase("PING")) {
          socket.getOutputStream().write("+OK\r\n".getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException ended) {
      // by the test
    }
  }

  /** Needs no Redis. */
  @Test
  void command_thatIsNeverAnswered_timesOut() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> greet(silent));
      StatefulRedisConnection<String, String> connection = connect(silent.getLocalPort(), "GET");
      assertThatThrownBy(() -> connection.async().get("key").get(60, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(RedisCommandTimeoutException.class);
      assertThat(wheel.stats().fired()).isPositive();
    }
  }

  @Test
  void command_thatRedisHoldsBack_timesOut_andTheConnectionGoesOn() throws Exception {
    try (RedisServer redis = redis()) {
      StatefulRedisConnection<String, String> connection = connect(redis.port(), "BLPOP");
      RedisFuture<?> held = connection.async().blpop(1, "nobody pushes");
      assertThatThrownBy(() -> held.get(60, SECONDS))
          .hasCauseInstanceOf(RedisCommandTimeoutException.class);

      assertThat(connection.sync().set("key", "value")).isEqualTo("OK");
    }
  }

  @Test
  void tenThousandCommandsInFlight_areAnswered_andLeaveNoTimeout() throws Exception {
    try (RedisServer redis = redis()) {
      StatefulRedisConnection<String, String> connection = connect(redis.port(), "none");
      connection.setAutoFlushCommands(false);
      List<RedisFuture<Long>> answers = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        answers.add(connection.async().incr("count"));
      }
      assertThat(wheel.pendingTimeouts()).isGreaterThanOrEqualTo(10_000);
      connection.flushCommands();

      assertThat(
              LettuceFutures.awaitAll(60, TimeUnit.SECONDS, answers.toArray(new RedisFuture<?>[0])))
          .isTrue();
      assertThat(answers.getLast().get()).isEqualTo(10_000);
      while (wheel.stats().cancelled() < 10_000) {
        Waiting.spin();
      }
      assertThat(wheel.stats().refused()).isZero();
    }
  }

  @Test
  void redisThatCrashes_andComesBack_isConnectedToAgain() throws Exception {
    try (RedisServer redis = redis()) {
      StatefulRedisConnection<String, String> connection = connect(redis.port(), "none");
      connection.sync().set("key", "before");
      redis.kill();
      RedisFuture<String> meanwhile = connection.async().set("key", "meanwhile");
      redis.restart();

      assertThat(meanwhile.get(60, SECONDS)).isEqualTo("OK");
      assertThat(connection.sync().get("key")).isEqualTo("meanwhile");
      assertThat(wheel.stats().fired()).as("the pause before it connects").isPositive();
    }
  }
}
