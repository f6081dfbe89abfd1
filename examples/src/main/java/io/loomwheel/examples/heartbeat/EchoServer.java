package io.loomwheel.examples.heartbeat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Sends back what it reads, on loopback, with a virtual thread for each connection. Thread-safe.
 *
 * <p>A connection that is killed stays open and says nothing more, like one whose cable was pulled.
 */
final class EchoServer implements AutoCloseable {
  private static final int BACKLOG = 4_096;
  private static final int BUFFER = 64;

  private final ServerSocket listening;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Ports of clients. */
  private final Set<Integer> killed = ConcurrentHashMap.newKeySet();

  private EchoServer(ServerSocket listening) {
    this.listening = listening;
  }

  /** {@return a server on a free port, which accepts connections} */
  static EchoServer start() throws IOException {
    EchoServer server =
        new EchoServer(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
    server.threads.execute(server::accept);
    return server;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
  }

  /** Answers no more to the client with that port. */
  void kill(int clientPort) {
    killed.add(clientPort);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        open.add(socket);
        threads.execute(() -> serve(socket));
      }
    } catch (IOException closed) {
      // by close
    }
  }

  private void serve(Socket socket) {
    byte[] bytes = new byte[BUFFER];
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      for (int count; (count = in.read(bytes)) >= 0; ) {
        if (!killed.contains(socket.getPort())) {
          out.write(bytes, 0, count);
        }
      }
    } catch (IOException gone) {
      // closed by the client, or by close
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.close();
  }
}
