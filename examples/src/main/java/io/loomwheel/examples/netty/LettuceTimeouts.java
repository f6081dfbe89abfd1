package io.loomwheel.examples.netty;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.loomwheel.WheelTimer;
import io.loomwheel.netty.NettyWheelTimer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Ten thousand commands to a Redis, each with a timeout that its answer cancels, and one that Redis
 * holds back until it times out. Takes the address, {@code localhost:6379} by default.
 */
public final class LettuceTimeouts {
  private static final int COMMANDS = 10_000;

  private LettuceTimeouts() {}

  /** Ends with 1 if there is no Redis. */
  public static void main(String[] args) throws Exception {
    System.exit(run(args.length == 0 ? "localhost:6379" : args[0], System.out, System.err));
  }

  /** {@return the exit code} */
  static int run(String address, PrintStream out, PrintStream err) throws Exception {
    WheelTimer wheel = WheelTimer.create();
    ClientResources resources = ClientResources.builder().timer(NettyWheelTimer.on(wheel)).build();
    RedisClient client = RedisClient.create(resources, RedisURI.create("redis://" + address));
    client.setOptions(
        ClientOptions.builder()
            .timeoutOptions(TimeoutOptions.enabled(Duration.ofSeconds(2)))
            .build());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      answers(connection, wheel, out);
      timesOut(connection, wheel, out);
      return 0;
    } catch (RedisConnectionException e) {
      err.println("No Redis answers at " + address + ": start one, or give its host:port");
      return 1;
    } finally {
      client.shutdown(0, 5, SECONDS);
      resources.shutdown(0, 5, SECONDS).get();
      wheel.stop();
    }
  }

  private static void answers(
      StatefulRedisConnection<String, String> connection, WheelTimer wheel, PrintStream out)
      throws Exception {
    List<RedisFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < COMMANDS; i++) {
      answers.add(connection.async().echo("hello"));
    }
    for (RedisFuture<String> answer : answers) {
      answer.get();
    }
    out.printf(
        "%,d commands were answered; the wheel saw %,d timeouts cancelled%n",
        COMMANDS, wheel.stats().cancelled());
  }

  private static void timesOut(
      StatefulRedisConnection<String, String> connection, WheelTimer wheel, PrintStream out)
      throws Exception {
    try {
      connection.async().blpop(10, "loomwheel: nobody pushes").get();
      out.println("somebody pushed");
    } catch (ExecutionException e) {
      out.printf("%s%nlateness: %s%n", e.getMessage(), wheel.stats().latenessMax());
    }
  }
}
