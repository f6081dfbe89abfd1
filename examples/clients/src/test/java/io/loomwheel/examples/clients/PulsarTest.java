package io.loomwheel.examples.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.netty.NettyWheelTimer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;

/** Pulsar's client, against a broker on loopback that takes messages and throws them away. */
class PulsarTest {
  private static final Duration MOST = Duration.ofMillis(500);

  private static Producer<byte[]> producer(PulsarClient client, Duration most) throws Exception {
    return client
        .newProducer()
        .topic("words")
        .enableBatching(false)
        .sendTimeout((int) most.toMillis(), TimeUnit.MILLISECONDS)
        .create();
  }

  @Test
  void send_neverAcknowledged_timesOutByTheWheel() throws Exception {
    WheelTimer wheel = WheelTimer.create();
    try (PretendedBroker broker = PretendedBroker.start();
        PulsarClient client = PulsarOnAWheel.client(broker.url(), NettyWheelTimer.on(wheel));
        Producer<byte[]> producer = producer(client, MOST)) {
      broker.acknowledge(false);
      long from = System.nanoTime();
      assertThatThrownBy(() -> producer.send(new byte[1]))
          .isInstanceOf(PulsarClientException.TimeoutException.class);
      assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(MOST.toNanos());
      assertThat(wheel.stats().fired()).isPositive();
    }
    assertThat(wheel.isStopped()).isFalse();
    assertThat(wheel.pendingTimeouts()).isZero();
    wheel.close();
  }

  @Test
  void connection_lost_isMadeAgainByTheWheel() throws Exception {
    WheelTimer wheel = WheelTimer.create();
    try (PretendedBroker broker = PretendedBroker.start();
        PulsarClient client = PulsarOnAWheel.client(broker.url(), NettyWheelTimer.on(wheel));
        Producer<byte[]> producer = producer(client, Duration.ofMinutes(1))) {
      producer.send(new byte[1]);
      long fired = wheel.stats().fired();
      broker.hangUp();
      producer.send(new byte[1]);
      assertThat(wheel.stats().fired()).isGreaterThan(fired);
    }
    wheel.close();
  }
}
