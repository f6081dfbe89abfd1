package io.loomwheel.soak.submitter;

import io.loomwheel.loom.Timeouts;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Futures that time out: half of them fail, the others get a value. */
record FutureSubmitter(Ground ground) implements Submitter {
  private static final Object LATE = "late";

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    CompletableFuture<Object> future = new CompletableFuture<>();
    Duration timeout = Duration.ofNanos(delayNanos);
    var unused =
        future.whenComplete(
            (value, failure) -> {
              if (value == LATE || failure instanceof TimeoutException) {
                Guarded.run(ground, body);
              }
            });
    if ((delayNanos & 1) == 0) {
      var unusedSame = Timeouts.orTimeout(ground.timer(), future, timeout);
    } else {
      var unusedSame = Timeouts.completeOnTimeout(ground.timer(), future, LATE, timeout);
    }
    return new Held(future);
  }

  private record Held(CompletableFuture<Object> future) implements Ticket {
    @Override
    public boolean cancel() {
      return future.completeExceptionally(new CancellationException("cancelled by the soak"));
    }

    /** True where it was cancelled, here or by the stop of the timer. */
    @Override
    public boolean isOver() {
      return future.isCancelled();
    }

    @Override
    public boolean isUndone() {
      return !future.isDone();
    }
  }
}
