package io.loomwheel.examples.demo;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** Connections to a {@link FeedServer}, which hand each element to its stream. */
final class FeedClient implements AutoCloseable {
  /** Connections that are being made at once: fewer than wait in a server's queue at most. */
  private static final int AT_ONCE = 64;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          Runtime.getRuntime().availableProcessors(),
          new DefaultThreadFactory("demo-client"),
          NioIoHandler.newFactory());
  private final Bootstrap bootstrap;

  FeedClient(SocketAddress server, Feeds feeds) {
    bootstrap =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .remoteAddress(server)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Decoder(feeds));
                  }
                });
  }

  void connect(int connections) throws InterruptedException {
    Queue<ChannelFuture> opening = new ArrayDeque<>();
    for (int i = 0; i < connections; i++) {
      if (opening.size() == AT_ONCE) {
        opening.remove().sync();
      }
      opening.add(bootstrap.connect());
    }
    for (ChannelFuture last : opening) {
      last.sync();
    }
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Passes on what has come in full; the rest waits for the next read. */
  private static final class Decoder extends ByteToMessageDecoder {
    private final Feeds feeds;

    Decoder(Feeds feeds) {
      this.feeds = feeds;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      int elements = in.readableBytes() / Quote.BYTES;
      for (int i = 0; i < elements; i++) {
        feeds.accept(new Quote(in.readInt(), in.readInt()));
      }
      feeds.count(elements);
    }
  }
}
