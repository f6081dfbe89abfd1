package io.loomwheel.netty;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A Redis of our own, where there is a {@code redis-server}: on loopback, without a file. */
final class RedisServer implements AutoCloseable {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final int port;
  private Process process;

  private RedisServer(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /** {@return the program, if it is on the path} */
  static Optional<Path> program() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(directory -> Path.of(directory, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static RedisServer start() throws IOException {
    int port = freePort();
    return new RedisServer(port, launch(port));
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  private static Process launch(int port) throws IOException {
    String program = program().orElseThrow().toString();
    Process process =
        new ProcessBuilder(
                program,
                "--port",
                String.valueOf(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    long from = System.nanoTime();
    while (!accepts(port)) {
      if (!process.isAlive() || System.nanoTime() - from > BOUND_NANOS) {
        process.destroyForcibly();
        throw new IOException("redis-server doesn't answer on port " + port);
      }
      LockSupport.parkNanos(5_000_000);
    }
    return process;
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  int port() {
    return port;
  }

  /** Ends it as a crash does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  void restart() throws IOException {
    process = launch(port);
  }

  @Override
  public void close() {
    kill();
  }
}
