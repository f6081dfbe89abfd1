package io.loomwheel.examples.heartbeat;

import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.HeartbeatTask;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** A client's end, kept alive by heartbeats; a virtual thread reads it. Thread-safe. */
final class Connection implements HeartbeatTask.Channel, AutoCloseable {
  private static final byte HEARTBEAT = 1;
  private static final int BUFFER = 64;

  private final Socket socket;
  private final Runnable onLost;

  /** Set once, before anybody reads or closes this; a loss may come before. */
  private volatile HeartbeatTask heartbeats;

  private volatile long answers;

  /** When the last answer that counts came: taken before it is reported, written afterwards. */
  private volatile long answeredAtNanos = System.nanoTime();

  /** The same, as the last heartbeat went out. A loss means that no answer has counted since. */
  private volatile long silentSinceNanos = answeredAtNanos;

  private volatile long lostAtNanos;
  private volatile boolean lost;
  private volatile boolean closed;
  private volatile boolean broken;

  /**
   * Makes an end without heartbeats.
   *
   * @param socket connected; this one's from now on
   * @param onLost called once the connection was closed for want of answers
   */
  @SuppressWarnings("NullAway.Init") // by start
  Connection(Socket socket, Runnable onLost) {
    this.socket = socket;
    this.onLost = onLost;
  }

  void start(WheelTimer timer, Pace pace) throws IOException {
    socket.setTcpNoDelay(true);
    heartbeats = HeartbeatTask.start(timer, pace.interval(), pace.unanswered(), this);
    Thread.ofVirtual().start(this::readAll);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // this thread alone
  private void readAll() {
    byte[] bytes = new byte[BUFFER];
    try {
      InputStream in = socket.getInputStream();
      while (in.read(bytes) >= 0) {
        long now = System.nanoTime();
        heartbeats.read();
        answeredAtNanos = now;
        answers++;
      }
      broken = !closed;
    } catch (IOException e) {
      broken = !closed;
    }
  }

  @Override
  public void heartbeat() throws IOException {
    silentSinceNanos = answeredAtNanos;
    socket.getOutputStream().write(HEARTBEAT);
  }

  @Override
  public void lost(int unanswered) throws IOException {
    lostAtNanos = System.nanoTime();
    lost = true;
    closed = true;
    try {
      socket.close(); // the heartbeats have ended
    } finally {
      onLost.run();
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  /** {@return how many heartbeats were answered} */
  long answers() {
    return answers;
  }

  /** {@return whether this was closed for want of answers} */
  boolean isLost() {
    return lost;
  }

  /** {@return whether this ended in a way that nobody meant it to} */
  boolean isBroken() {
    return broken;
  }

  /** {@return how long nothing had been heard when this was closed for want of answers} */
  long silenceNanos() {
    return lostAtNanos - silentSinceNanos;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    heartbeats.close();
    socket.close();
  }
}
