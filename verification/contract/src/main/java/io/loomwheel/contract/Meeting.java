package io.loomwheel.contract;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The calling thread and another that do something at the same moment, again and again. */
public final class Meeting implements AutoCloseable {
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier start = new CyclicBarrier(2);

  /** Returns once both have ended. */
  public void of(Runnable here, Runnable there) throws Exception {
    Future<?> ended =
        other.submit(
            () -> {
              await();
              there.run();
            });
    await();
    here.run();
    ended.get();
  }

  private void await() {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    other.shutdown();
  }
}
