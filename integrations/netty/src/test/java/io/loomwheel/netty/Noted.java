package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** A task that notes the timeouts that it is run with or notified of. */
class Noted implements TimerTask {
  final Queue<Timeout> runs = new ConcurrentLinkedQueue<>();
  final Queue<Timeout> notified = new ConcurrentLinkedQueue<>();
  private final CountDownLatch ran = new CountDownLatch(1);
  private final CountDownLatch wasNotified = new CountDownLatch(1);
  private volatile long ranAtNanos;

  @Override
  public void run(Timeout timeout) {
    ranAtNanos = System.nanoTime();
    runs.add(timeout);
    ran.countDown();
  }

  @Override
  public void cancelled(Timeout timeout) {
    notified.add(timeout);
    wasNotified.countDown();
  }

  boolean runsInTheEnd() throws InterruptedException {
    return ran.await(60, SECONDS);
  }

  /** Netty 4.1 tells no task. */
  boolean isNotifiedInTheEnd() throws InterruptedException {
    assumeTrue(
        Arrays.stream(TimerTask.class.getMethods())
            .anyMatch(method -> method.getName().equals("cancelled")));
    return wasNotified.await(60, SECONDS);
  }

  /** {@return when it began to run, once it has} */
  long ranAtNanos() {
    return ranAtNanos;
  }
}
