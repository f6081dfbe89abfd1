package io.loomwheel.loom.model;

import io.loomwheel.loom.VirtualThreadExecutor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** An executor of a thread for each task, which lasts until the end. */
public final class ThreadsWorld implements World {
  private final VirtualThreadExecutor executor = VirtualThreadExecutor.create();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  @Override
  public String perform(char operation) {
    switch (operation) {
      case ExecutorSpec.SUBMITTED -> {
        try {
          executor.execute(this::run);
          return "accepted";
        } catch (RejectedExecutionException shutDown) {
          return "rejected";
        }
      }
      case ExecutorSpec.SHUTDOWN -> executor.shutdown();
      case ExecutorSpec.IS_TERMINATED -> {
        return "" + executor.isTerminated();
      }
      default -> throw new IllegalArgumentException("no operation: " + operation);
    }
    return "";
  }

  private void run() {
    try {
      end.await();
      runs.incrementAndGet();
    } catch (InterruptedException shutDown) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String end() {
    end.countDown();
    executor.close();
    return "runs " + runs;
  }
}
