package io.loomwheel;

import java.util.concurrent.atomic.AtomicLong;

/** A clock for the real driver that runs, stands still, leaps or steps back as the test says. */
final class SteppingClock implements NanoClock {
  /** Added to the JVM's time while running, the time itself while standing. */
  private final AtomicLong value = new AtomicLong();

  private final AtomicLong driverReads = new AtomicLong();
  private volatile boolean standing;

  @Override
  public long nanoTime() {
    if (Thread.currentThread().getName().equals("stepping")) {
      driverReads.incrementAndGet();
    }
    return standing ? value.get() : System.nanoTime() + value.get();
  }

  void standStill() {
    value.addAndGet(System.nanoTime());
    standing = true;
  }

  void move(long nanos) {
    value.addAndGet(nanos);
  }

  /** {@return how often a driver named "stepping" has read the time} */
  long driverReads() {
    return driverReads.get();
  }
}
