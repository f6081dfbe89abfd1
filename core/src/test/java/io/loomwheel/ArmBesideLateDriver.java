package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program for a JVM with one carrier: a virtual thread arms until another one has had a turn,
 * first while nothing is due, then while something was due a second ago and the driver has not
 * come.
 */
final class ArmBesideLateDriver {
  private static final int MOST = 10_000;

  public static void main(String[] args) throws Exception {
    CountDownLatch turns = new CountDownLatch(1);
    AtomicLong nanos = new AtomicLong();
    WheelTimer timer =
        WheelTimer.builder()
            .shards(1)
            .clock(nanos::get)
            .threadFactory(driver -> new Thread(() -> driveAfter(turns, driver)))
            .build();
    timer.newTimeout(timeout -> {}, 1, NANOSECONDS);
    Thread.startVirtualThread(
            () -> {
              boolean yields = armed(timer) < MOST;
              nanos.set(SECONDS.toNanos(1));
              System.out.println(yields ? "yields always" : "late: after " + armed(timer));
            })
        .join();
    turns.countDown();
    timer.stop();
  }

  private static void driveAfter(CountDownLatch turns, Runnable driver) {
    try {
      turns.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    driver.run();
  }

  /** {@return how many timeouts were armed before the other thread had its turn} */
  private static int armed(WheelTimer timer) {
    AtomicBoolean hadItsTurn = new AtomicBoolean();
    Thread.startVirtualThread(() -> hadItsTurn.set(true));
    int armed = 0;
    for (; armed < MOST && !hadItsTurn.get(); armed++) {
      timer.newTimeout(timeout -> {}, 1, DAYS);
    }
    return armed;
  }
}
