package io.loomwheel.soak.load;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A round, as the fault sees it that acts beside the waves. Thread-safe. */
public final class Stage {
  private final long nanos;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  Stage(long nanos) {
    this.nanos = nanos;
  }

  /** {@return how long the round is to last} Waves go on until each fault has returned. */
  public long nanos() {
    return nanos;
  }

  public boolean isOver() {
    return over.getCount() == 0;
  }

  /** Waits; {@return whether the round is over} */
  public boolean pause(long nanos) throws InterruptedException {
    return over.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Starts a fault on a thread of its own. */
  public Thread start(Fault fault) {
    return Thread.ofPlatform().name("soak-fault").start(() -> act(fault));
  }

  private void act(Fault fault) {
    try {
      fault.during(this);
    } catch (Exception | Error e) {
      wrong.add(fault.name() + " failed: " + e);
    }
  }

  void end() {
    over.countDown();
  }

  Queue<String> wrong() {
    return wrong;
  }
}
