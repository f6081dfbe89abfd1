package io.loomwheel.examples.clients;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.CommandCloseProducer;
import org.apache.pulsar.common.api.proto.CommandConnect;
import org.apache.pulsar.common.api.proto.CommandLookupTopic;
import org.apache.pulsar.common.api.proto.CommandLookupTopicResponse.LookupType;
import org.apache.pulsar.common.api.proto.CommandPartitionedTopicMetadata;
import org.apache.pulsar.common.api.proto.CommandPing;
import org.apache.pulsar.common.api.proto.CommandProducer;
import org.apache.pulsar.common.api.proto.CommandSend;
import org.apache.pulsar.common.protocol.Commands;
import org.apache.pulsar.common.protocol.PulsarDecoder;
import org.apache.pulsar.common.protocol.schema.SchemaVersion;

/** What a producer needs of a broker: says yes to all, and acknowledges what is sent, or not. */
final class PretendedBroker implements AutoCloseable {
  private final EventLoopGroup loops = new NioEventLoopGroup(1);
  private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean acknowledges = true;
  private String url = "";

  static PretendedBroker start() throws InterruptedException {
    PretendedBroker broker = new PretendedBroker();
    Channel server =
        new ServerBootstrap()
            .group(broker.loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<NioSocketChannel>() {
                  @Override
                  protected void initChannel(NioSocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new LengthFieldBasedFrameDecoder(1 << 20, 0, 4, 0, 4))
                        .addLast(broker.new Connection());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
    broker.url = "pulsar://localhost:" + ((InetSocketAddress) server.localAddress()).getPort();
    return broker;
  }

  String url() {
    return url;
  }

  void acknowledge(boolean yes) {
    acknowledges = yes;
  }

  void hangUp() {
    connections.forEach(connection -> connection.close().syncUninterruptibly());
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Connection extends PulsarDecoder {
    private ChannelHandlerContext context;

    @Override
    public void channelActive(ChannelHandlerContext active) {
      context = active;
      connections.add(active.channel());
    }

    private void say(ByteBuf answer) {
      context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    @Override
    protected void messageReceived(BaseCommand command) {}

    @Override
    protected void handleConnect(CommandConnect asked) {
      say(Commands.newConnected(asked.getProtocolVersion(), false));
    }

    @Override
    protected void handlePartitionMetadataRequest(CommandPartitionedTopicMetadata asked) {
      say(Commands.newPartitionMetadataResponse(0, asked.getRequestId()));
    }

    @Override
    protected void handleLookup(CommandLookupTopic asked) {
      long id = asked.getRequestId();
      say(Commands.newLookupResponse(url, null, true, LookupType.Connect, id, false));
    }

    @Override
    protected void handleProducer(CommandProducer asked) {
      say(Commands.newProducerSuccess(asked.getRequestId(), "producer", SchemaVersion.Empty));
    }

    @Override
    protected void handleSend(CommandSend sent, ByteBuf message) {
      if (acknowledges) {
        long id = sent.getSequenceId();
        say(Commands.newSendReceipt(sent.getProducerId(), id, sent.getHighestSequenceId(), 1, id));
      }
    }

    @Override
    protected void handleCloseProducer(CommandCloseProducer asked) {
      say(Commands.newSuccess(asked.getRequestId()));
    }

    @Override
    protected void handlePing(CommandPing ping) {
      say(Commands.newPong());
    }
  }
}
