package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.RetryTask;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/** Attempts of which the first fails; the second is the task. */
final class RetrySubmitter implements Submitter {
  private final WheelTimer timer;

  RetrySubmitter(Ground ground) {
    timer = ground.timer();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    RetryTask retry =
        RetryTask.on(timer)
            .attempts(2)
            .backoff((failures, random) -> Math.max(1, delayNanos))
            .retryIf(IOException.class::isInstance)
            .random(ThreadLocalRandom.current())
            .build();
    return new FutureTicket(retry.start(new Attempt(body, new AtomicBoolean())));
  }

  private record Attempt(Runnable body, AtomicBoolean failed) implements Callable<Boolean> {
    @Override
    public Boolean call() throws IOException {
      if (failed.compareAndSet(false, true)) {
        throw new IOException("not at once");
      }
      body.run();
      return true;
    }
  }
}
