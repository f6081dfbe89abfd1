package io.loomwheel.examples.demo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A price feed on loopback: sends each stream an element in turn, at an even rate, but to those
 * that the {@link Stalls} of the moment have fallen silent.
 *
 * <p>One thread serves all connections. A connection carries every n-th stream, and the elements of
 * all its streams go out together.
 */
final class FeedServer implements AutoCloseable {
  private static final int BACKLOG = 4_096;
  private static final int PACE_MILLIS = 2;

  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("demo-server"), NioIoHandler.newFactory());
  private final Channel listening;
  private final int streams;

  /** Of the loop's thread. */
  private final List<Channel> connections = new ArrayList<>();

  private volatile int open;
  private volatile Stalls stalls = Stalls.NONE;
  private volatile boolean paused;

  /**
   * Whether what was left out up to now isn't made up for. Set to resume, cleared by the sender.
   */
  private volatile boolean skips;

  private double connectionsPerNano;
  private long startNanos;
  private long sent;

  /** Listens on a free port. */
  FeedServer(int streams) throws InterruptedException {
    this.streams = streams;
    listening =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Accepted());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
  }

  SocketAddress address() {
    return listening.localAddress();
  }

  /** Begins to send once that many connections are open. */
  void start(int connectionCount, int elementsPerSecond) throws InterruptedException {
    while (open < connectionCount) {
      LockSupport.parkNanos(1_000_000);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    connectionsPerNano =
        (double) elementsPerSecond / streams * connectionCount / TimeUnit.SECONDS.toNanos(1);
    startNanos = System.nanoTime();
    var unused =
        loop.scheduleAtFixedRate(this::sendWhatIsDue, 0, PACE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** From now on these streams fall silent, and no others. */
  void stall(Stalls next) {
    stalls = next;
  }

  /** Sends nothing until {@link #resume}; what is left out isn't made up for. */
  void pause() {
    paused = true;
  }

  /** Sends again, at the same rate. */
  void resume() {
    skips = true; // the sender may have stood still since the pause began
    paused = false;
  }

  private long due() {
    return (long) ((System.nanoTime() - startNanos) * connectionsPerNano);
  }

  private void sendWhatIsDue() {
    long nowNanos = System.nanoTime();
    long due = due();
    if (paused) {
      sent = due;
    } else if (skips) {
      skips = false;
      sent = due;
    }
    for (; sent < due; sent++) {
      send((int) (sent % connections.size()), nowNanos);
    }
  }

  private void send(int connection, long nowNanos) {
    Channel channel = connections.get(connection);
    int count = connections.size();
    ByteBuf batch = channel.alloc().directBuffer((streams / count + 1) * Quote.BYTES);
    Stalls silent = stalls;
    for (int stream = connection; stream < streams; stream += count) {
      if (!silent.isSilent(stream, nowNanos)) {
        batch.writeInt(stream).writeInt((int) sent);
      }
    }
    var unused = channel.writeAndFlush(batch, channel.voidPromise());
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Accepted extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      connections.add(context.channel());
      open = connections.size();
    }
  }
}
