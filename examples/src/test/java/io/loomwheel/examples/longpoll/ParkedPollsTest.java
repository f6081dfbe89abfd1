package io.loomwheel.examples.longpoll;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ten thousand polls, parked in a server of another process: each needs a file descriptor here and
 * one there.
 */
class ParkedPollsTest {
  private static final Logger LOG = LoggerFactory.getLogger(ParkedPollsTest.class);
  private static final int POLLS = 10_000;

  /** Descriptors that a process needs for itself: its jars, its threads' pipes, its selectors. */
  private static final int OWN_DESCRIPTORS = 500;

  /** How many connect at once; the server's backlog holds more. */
  private static final int CONNECTING = 32;

  @Test
  void post_tenThousandPollsAreParked_completesEachOnce() throws Exception {
    int polls = possiblePolls();
    Process server = startServer();
    try (BufferedReader said = server.inputReader(US_ASCII)) {
      URI address = URI.create(said.readLine());
      List<Socket> readers = connect(address, polls);
      while (!talk(address, "GET /parked").endsWith("\r\n\r\n" + polls)) {
        assertThat(server.isAlive()).isTrue();
      }

      assertThat(talk(address, "POST /events")).endsWith("\r\n\r\n1 " + polls);

      for (Socket reader : readers) {
        assertThat(answer(reader)).startsWith("HTTP/1.1 200 ").containsOnlyOnce("HTTP/1.1");
      }
      assertThat(talk(address, "GET /parked")).endsWith("\r\n\r\n0");
    } finally {
      server.destroyForcibly();
    }
  }

  /** As many as are wanted, or as the limit of descriptors allows, which is said then. */
  private static int possiblePolls() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      long limit = unix.getMaxFileDescriptorCount();
      if (limit < POLLS + OWN_DESCRIPTORS) {
        int possible = (int) Math.max(1, limit - OWN_DESCRIPTORS);
        LOG.warn(
            "A process may open {} file descriptors (ulimit -n), so {} polls are parked, not {}",
            limit,
            possible,
            POLLS);
        return possible;
      }
    }
    return POLLS;
  }

  private static Process startServer() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            LongPoll.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Socket> connect(URI address, int polls) throws Exception {
    List<Socket> readers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTING)) {
      List<Future<Socket>> connected = new ArrayList<>();
      for (int i = 0; i < polls; i++) {
        connected.add(threads.submit(() -> open(address, "GET /events?after=0&wait=600s")));
      }
      for (Future<Socket> reader : connected) {
        readers.add(reader.get());
      }
    }
    return readers;
  }

  private static Socket open(URI address, String request) throws IOException {
    Socket socket = new Socket(address.getHost(), address.getPort());
    String head =
        request + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(US_ASCII));
    return socket;
  }

  private static String talk(URI address, String request) throws IOException {
    return answer(open(address, request));
  }

  /** {@return all that the server sends until it closes the connection} */
  private static String answer(Socket socket) {
    try (socket) {
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException("the connection broke", e);
    }
  }
}
