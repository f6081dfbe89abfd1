package io.loomwheel.examples.clients;

import io.netty.util.Timer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;

/** Pulsar's client with another timer, for what it sends and for its pauses before a reconnect. */
final class PulsarOnAWheel {
  /** {@return a client; closing it leaves the timer running} */
  static PulsarClient client(String url, Timer timer) throws PulsarClientException {
    ClientConfigurationData conf = new ClientConfigurationData();
    conf.setServiceUrl(url);
    return PulsarClientImpl.builder().conf(conf).timer(timer).build();
  }
}
