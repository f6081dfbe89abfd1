package io.loomwheel.soak.load;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.util.concurrent.Future;

/** A scheduled executor service on the timer. */
final class ExecutorDoor implements Door {
  private final WheelExecutorService executor;

  ExecutorDoor(WheelTimer timer) {
    executor = WheelExecutorService.on(timer);
  }

  @Override
  public Ticket arm(Entry entry, Runnable body, long delayNanos) {
    return new Held(executor.schedule(body, delayNanos, NANOSECONDS));
  }

  @Override
  public Runnable repeat(Runnable body, long periodNanos) {
    Future<?> future = executor.scheduleAtFixedRate(body, periodNanos, periodNanos, NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** What had not begun is cancelled, because it will not begin any more. */
  @Override
  public void close() {
    for (Runnable left : executor.shutdownNow()) {
      ((Future<?>) left).cancel(false);
    }
  }

  /** {@return whether it ends within the time; its last task may be over but for the counting} */
  boolean terminates(long boundNanos) throws InterruptedException {
    return executor.awaitTermination(boundNanos, NANOSECONDS);
  }

  private record Held(Future<?> future) implements Ticket {
    /** Proves nothing: true of a future whose task runs, too. */
    @Override
    public boolean cancel() {
      future.cancel(false);
      return false;
    }

    @Override
    public boolean isOver() {
      return future.isDone();
    }
  }
}
