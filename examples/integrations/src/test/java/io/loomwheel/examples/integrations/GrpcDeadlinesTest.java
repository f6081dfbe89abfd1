package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static io.loomwheel.examples.integrations.Bounded.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls with a deadline over loopback and in the process; each side has a wheel of its own. */
class GrpcDeadlinesTest {
  private final WheelTimer clientTimer = WheelTimer.create();
  private final WheelTimer serverTimer = WheelTimer.create();
  private final WheelExecutorService clientWheel = WheelExecutorService.on(clientTimer);
  private final WheelExecutorService serverWheel = WheelExecutorService.on(serverTimer);
  private final BlockingQueue<String> over = new LinkedBlockingQueue<>();

  @AfterEach
  void tidy() {
    clientTimer.stop();
    serverTimer.stop();
    clientWheel.close();
    serverWheel.close();
  }

  private static void end(ManagedChannel channel, Server server) throws InterruptedException {
    assertThat(channel.shutdownNow().awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(server.shutdownNow().awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  /** Whichever side is the first to see the deadline ends the call for both. */
  private void assertDeadlineRidesTheWheels(ManagedChannel channel) throws InterruptedException {
    assertThat(GrpcDeadlines.say(channel, "hello", LONG)).isEqualTo("hello");
    assertThat(over.poll(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("hello");
    long fired = clientTimer.stats().fired() + serverTimer.stats().fired();
    String silent = null;
    Duration most = SOON;
    while (silent == null && most.compareTo(LONG) < 0) {
      assertEndsAtItsDeadline(channel, most);
      silent = over.poll(most.toNanos(), TimeUnit.NANOSECONDS);
      most = most.multipliedBy(2); // on a busy machine the call doesn't reach the server in time
    }
    assertThat(silent).isEqualTo("silence");
    assertThat(clientTimer.stats().fired() + serverTimer.stats().fired()).isGreaterThan(fired);
    assertThat(clientTimer.stats().armed()).isGreaterThanOrEqualTo(2);
    assertThat(serverTimer.stats().armed()).isGreaterThanOrEqualTo(2);
  }

  private static void assertEndsAtItsDeadline(ManagedChannel channel, Duration most) {
    long from = System.nanoTime();
    StatusRuntimeException failure =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> GrpcDeadlines.say(channel, "silence", most));
    Bounded.assertNotEarlier(most, from);
    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
  }

  @Test
  void say_overLoopback_deadlinesRideTheWheels() throws Exception {
    Server server = GrpcDeadlines.server(serverWheel, over::add);
    ManagedChannel channel = GrpcDeadlines.channel(server.getPort(), clientWheel);
    assertDeadlineRidesTheWheels(channel);
    end(channel, server);
  }

  @Test
  void say_inTheProcess_deadlinesRideTheWheels() throws Exception {
    Server server =
        InProcessServerBuilder.forName("deadlines")
            .scheduledExecutorService(serverWheel)
            .executor(serverWheel)
            .addService(GrpcDeadlines.echo(over::add))
            .build()
            .start();
    ManagedChannel channel =
        InProcessChannelBuilder.forName("deadlines")
            .scheduledExecutorService(clientWheel)
            .executor(clientWheel)
            .build();
    assertDeadlineRidesTheWheels(channel);
    end(channel, server);
  }

  @Test
  void channel_shutDown_leavesNothingOnTheWheel() throws Exception {
    Server server = GrpcDeadlines.server(serverWheel, over::add);
    ManagedChannel channel = GrpcDeadlines.channel(server.getPort(), clientWheel);
    for (int i = 0; i < 100; i++) {
      assertThat(GrpcDeadlines.say(channel, "hello", LONG)).isEqualTo("hello");
    }
    assertThat(clientTimer.stats().cancelled()).isGreaterThanOrEqualTo(100);
    assertThat(clientTimer.pendingTimeouts()).isLessThanOrEqualTo(1); // goes idle some day
    end(channel, server);
    Bounded.eventually(() -> clientTimer.pendingTimeouts() == 0);
    Bounded.eventually(() -> serverTimer.pendingTimeouts() == 0);
    assertThat(clientWheel.isShutdown()).isFalse();
    assertThat(serverWheel.isShutdown()).isFalse();
  }
}
