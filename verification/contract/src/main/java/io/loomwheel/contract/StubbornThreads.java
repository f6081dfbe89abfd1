package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/**
 * Starts a thread for each task; an interrupt of it is carried out, and then throws. Thread-safe.
 */
public final class StubbornThreads implements Executor {
  private static final long PATIENCE_SECONDS = 30;

  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  private final CountDownLatch running;
  private final CountDownLatch interrupted;

  /** Makes an executor without threads. */
  public StubbornThreads(int blocked) {
    running = new CountDownLatch(blocked);
    interrupted = new CountDownLatch(blocked);
  }

  @Override
  public void execute(Runnable task) {
    Thread thread =
        new Thread(task) {
          @Override
          public void interrupt() {
            super.interrupt();
            throw new IllegalStateException("on purpose");
          }
        };
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** Blocks until an interrupt. */
  public void block() {
    running.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
  }

  /** {@return whether all of them block before long} */
  public boolean areBlocked() throws InterruptedException {
    return running.await(PATIENCE_SECONDS, SECONDS);
  }

  /** {@return whether all were interrupted before long, and their threads ended} */
  public boolean areInterrupted() throws InterruptedException {
    boolean all = interrupted.await(PATIENCE_SECONDS, SECONDS);
    for (Thread thread : threads) {
      all &= thread.join(Duration.ofSeconds(PATIENCE_SECONDS));
    }
    return all;
  }
}
