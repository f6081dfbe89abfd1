package io.loomwheel.examples.heartbeat;

import io.loomwheel.WheelTimer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Connects, lets heartbeats be answered for a while, kills some of the connections, and waits for
 * those to be closed.
 *
 * @param connections how many
 * @param killed how many of them
 * @param pace of the heartbeats
 * @param patience how much later than it should be to wait for the last
 */
record Trial(int connections, int killed, Pace pace, Duration patience) {
  private static final long SEED = 42;

  Outcome run(WheelTimer timer) throws IOException, InterruptedException {
    CountDownLatch closed = new CountDownLatch(killed);
    List<Connection> all = new ArrayList<>();
    try (EchoServer server = EchoServer.start()) {
      try {
        for (int i = 0; i < connections; i++) {
          Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
          Connection connection = new Connection(socket, closed::countDown);
          connection.start(timer, pace);
          all.add(connection);
        }
        pass(timer, pace.interval().multipliedBy(3).dividedBy(2));
        Set<Connection> silent = choose(all);
        silent.forEach(connection -> server.kill(connection.port()));
        Duration longest = pace.longestSilence().plus(patience);
        closed.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        pass(timer, pace.interval().dividedBy(2)); // in which nobody else may be closed
        return Outcome.of(all, silent, pace);
      } finally {
        for (Connection connection : all) {
          connection.close();
        }
      }
    }
  }

  private Set<Connection> choose(List<Connection> all) {
    List<Connection> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(SEED));
    return new HashSet<>(shuffled.subList(0, killed));
  }

  private static void pass(WheelTimer timer, Duration time) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    timer.schedule(over::countDown, time);
    over.await();
  }
}
