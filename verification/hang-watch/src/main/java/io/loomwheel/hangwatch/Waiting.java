package io.loomwheel.hangwatch;

import java.lang.ref.Reference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What tests call while they wait. It throws once the thread is interrupted, which is how JUnit
 * ends a test that has taken too long: a loop that only spins would go on. Stateless.
 */
public final class Waiting {
  /** Lets other threads run. */
  public static void spin() {
    throwIfInterrupted();
    Thread.yield();
  }

  /** Collects the garbage. */
  public static void collect() {
    throwIfInterrupted();
    System.gc();
  }

  /** {@return whether nothing holds what is referred to} Collects the garbage up to 50 times. */
  public static boolean isCollected(Reference<?> reference) {
    for (int i = 0; i < 50 && !reference.refersTo(null); i++) {
      collect();
    }
    return reference.refersTo(null);
  }

  /** Waits for a latch, for a minute at most, where no exception may be checked. */
  public static void forLatch(CountDownLatch latch) {
    try {
      if (!latch.await(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("nobody has counted down for a minute");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted, and still waiting", e);
    }
  }

  /** Waits until this thread is interrupted, for a minute at most. */
  public static void untilInterrupted() {
    try {
      TimeUnit.MINUTES.sleep(1);
    } catch (InterruptedException e) {
      return;
    }
    throw new IllegalStateException("nobody has interrupted this thread for a minute");
  }

  private static void throwIfInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted, and still waiting");
    }
  }
}
