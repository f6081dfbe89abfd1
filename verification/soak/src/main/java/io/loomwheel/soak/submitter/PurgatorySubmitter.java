package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** A purgatory on the timer, of operations whose expiry is the task. */
final class PurgatorySubmitter implements Submitter {
  private static final int KEYS = 16;

  private final Purgatory<Integer> purgatory;

  PurgatorySubmitter(Ground ground) {
    purgatory =
        Purgatory.builder()
            .name("soak")
            .timer(ground.timer())
            .onFailure((operation, cause) -> ground.onFailure().accept(cause))
            .build();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    int key = Math.floorMod((int) (delayNanos >> 4), KEYS);
    Operation operation = new Operation(body, delayNanos);
    try {
      purgatory.tryCompleteElseWatch(operation, List.of(key, (key + 1) % KEYS));
    } catch (RejectedExecutionException refused) {
      if (operation.forceComplete()) {
        throw refused;
      }
    }
    return Ticket.of(() -> end(operation, key), operation::isCompleted)
        .givenUpIf(() -> !operation.wanted);
  }

  /** By each of the ways in which an operation ends before its time. */
  private void end(Operation operation, int key) {
    operation.wanted = false;
    switch (key % 3) {
      case 0 -> operation.forceComplete();
      case 1 -> purgatory.checkAndComplete(key);
      default -> purgatory.cancelForKey(key).forEach(PurgatorySubmitter::end);
    }
  }

  @Override
  public void close(boolean now) {
    purgatory.close();
  }

  private static void end(DelayedOperation taken) {
    ((Operation) taken).wanted = false;
    taken.forceComplete();
  }

  private static final class Operation extends DelayedOperation {
    private final Runnable body;

    /** Whether it still waits for its time; written by who ends it before. */
    private volatile boolean wanted = true;

    Operation(Runnable body, long delayNanos) {
      super(delayNanos, NANOSECONDS);
      this.body = body;
    }

    @Override
    public boolean tryComplete() {
      return !wanted && forceComplete();
    }

    @Override
    public void onExpiration() {
      body.run();
    }

    @Override
    public void onComplete() {}
  }
}
