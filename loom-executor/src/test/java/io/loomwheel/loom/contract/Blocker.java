package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that says when it has begun, waits for leave to end, and knows whether it was let go. */
final class Blocker implements Runnable, Callable<String> {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch leave = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();
  private volatile boolean interrupted;

  @Override
  public void run() {
    runs.incrementAndGet();
    begun.countDown();
    try {
      awaitWithin(leave);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      ended.countDown();
    }
  }

  @Override
  public String call() {
    run();
    return "let go";
  }

  void awaitBegun() throws InterruptedException {
    awaitWithin(begun);
  }

  void letGo() {
    leave.countDown();
  }

  boolean wasInterrupted() throws InterruptedException {
    awaitWithin(ended);
    return interrupted;
  }

  int runs() {
    return runs.get();
  }

  /** Waits far longer than a healthy run takes, so that a hang fails instead of hanging. */
  static void awaitWithin(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(20, SECONDS)) {
      throw new AssertionError("nothing happened within 20 s");
    }
  }
}
