package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.util.List;
import java.util.concurrent.Future;

/** One of the methods of a scheduled executor service. */
final class ExecutorSubmitter implements Submitter {
  private final WheelExecutorService executor;
  private final ExecutorCall call;

  ExecutorSubmitter(WheelExecutorService executor, ExecutorCall call) {
    this.executor = executor;
    this.call = call;
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    return call.hand(executor, new Job(entry, body), delayNanos);
  }

  @Override
  public long dueIn(long delayNanos) {
    return call.delays() ? delayNanos : 0;
  }

  @Override
  public Runnable repeat(Runnable body, long periodNanos) {
    Future<?> future = executor.scheduleAtFixedRate(body, periodNanos, periodNanos, NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public void close(boolean now) {
    if (now) {
      List<Runnable> left = executor.shutdownNow();
      if (call != ExecutorCall.INVOKE_ANY) { // the JDK's caller would wait for it without a limit
        Job.takeBack(left);
      }
    } else {
      executor.shutdown();
    }
  }

  @Override
  public boolean terminates(long boundNanos) throws InterruptedException {
    return executor.awaitTermination(boundNanos, NANOSECONDS);
  }
}
