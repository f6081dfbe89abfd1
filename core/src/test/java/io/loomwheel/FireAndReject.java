package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;

/** A program for a JVM of its own: a timer fires, and its executor refuses the task. */
final class FireAndReject {
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch fired = new CountDownLatch(1);
    try (WheelTimer timer =
        WheelTimer.builder()
            .taskExecutor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .build()) {
      timer.newTimeout(timeout -> fired.countDown(), 10, MILLISECONDS);
      boolean inTime = fired.await(10, SECONDS);
      System.out.println(
          (inTime ? "fired" : "silent") + ", refused " + times(timer.stats().rejected()));
    }
  }

  private static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }
}
