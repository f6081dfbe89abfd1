package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets one contestant carry the load for a while.
 *
 * <p>All streams are opened, garbage is collected, which says what is live, and only then is it
 * measured. The streams that fall silent do so in the first quarter of the idle time, so that their
 * timeouts come while it is measured, or are waited for.
 *
 * @param load what to carry
 * @param server sends the elements
 * @param feeds where they come
 */
record Turn(Load load, FeedServer server, Feeds feeds) {
  /** How much longer than the idle time a timeout is waited for before it counts as lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /**
   * Plays a turn; the feed is running, and goes on.
   *
   * @param measured how long it is measured
   * @param seed decides which streams fall silent
   */
  Sample play(Contestant contestant, Duration measured, long seed) throws InterruptedException {
    long heapBefore = liveBytes(); // what earlier turns have left behind isn't this one's
    contestant.install();
    try {
      Stalls stalls = stalls(contestant, seed);
      CountDownLatch silenced = new CountDownLatch(stalls.count());
      List<Watched> streams = new ArrayList<>();
      List<Runnable> open = new ArrayList<>();
      server.stall(stalls);
      for (int stream = 0; stream < load.streams(); stream++) {
        Watched watched = stalls.falls(stream) ? new Watched(silenced::countDown) : new Watched();
        streams.add(watched);
        open.add(contestant.open(feeds, stream, load.idle(), watched));
      }
      long heapBytes = liveBytes() - heapBefore;
      Meter meter = new Meter(feeds);
      Thread.sleep(measured);
      meter.stop();
      silenced.await(load.idle().plus(PATIENCE).toNanos(), TimeUnit.NANOSECONDS);
      server.stall(Stalls.NONE);
      open.forEach(Runnable::run);
      return meter.sample(heapBytes, Tally.of(streams, stalls, load.idle()));
    } finally {
      contestant.uninstall();
    }
  }

  private Stalls stalls(Contestant contestant, long seed) {
    if (contestant.clockwork() == Contestant.Clockwork.NONE) {
      return Stalls.NONE;
    }
    long within = load.idle().toNanos() / 4;
    return Stalls.draw(load.streams(), load.silent(), within, System.nanoTime(), seed);
  }

  private long liveBytes() {
    server.pause();
    System.gc();
    long bytes = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    server.resume();
    return bytes;
  }
}
