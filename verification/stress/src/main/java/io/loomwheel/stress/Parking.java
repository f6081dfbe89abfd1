package io.loomwheel.stress;

import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A purgatory and the one operation of a case, due after 10 ns, which can complete once as many
 * conditions hold as it needs. Made anew for each round. Thread-safe.
 */
final class Parking {
  private static final String KEY = "key";

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Purgatory<String> purgatory = Purgatory.on(timer);
  private final Operation operation = new Operation();
  private final Operation neighbour = new Operation();
  private final AtomicInteger missing;
  private final AtomicInteger completions = new AtomicInteger();
  private final AtomicInteger expirations = new AtomicInteger();

  Parking(int conditions) {
    missing = new AtomicInteger(conditions);
  }

  /** {@return whether the operation was completed by being put in} */
  boolean put() {
    return purgatory.tryCompleteElseWatch(operation, List.of(KEY, "other"));
  }

  /** Puts an operation in that waits under one of the same keys until it is forced. */
  void putNeighbour() {
    purgatory.tryCompleteElseWatch(neighbour, List.of(KEY));
  }

  boolean forceNeighbour() {
    return neighbour.forceComplete();
  }

  /** {@return whether the purgatory took the operation} */
  boolean tryPut() {
    try {
      put();
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  /** {@return how many this completes, now that one more condition holds} */
  int fulfilOneAndCheck() {
    missing.decrementAndGet();
    return purgatory.checkAndComplete(KEY);
  }

  boolean force() {
    return operation.forceComplete();
  }

  /** {@return how many this takes out} */
  int cancel() {
    return purgatory.cancelForKey(KEY).size();
  }

  void advance() {
    clock.advance(Duration.ofNanos(10));
  }

  void close() {
    purgatory.close();
  }

  int completions() {
    return completions.get();
  }

  int expirations() {
    return expirations.get();
  }

  /** {@return entries in lists and timeouts} */
  int kept() {
    return purgatory.watched() + (int) timer.pendingTimeouts();
  }

  private final class Operation extends DelayedOperation {
    Operation() {
      super(10, TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean tryComplete() {
      return missing.get() == 0 && forceComplete();
    }

    @Override
    public void onComplete() {
      completions.incrementAndGet();
    }

    @Override
    public void onExpiration() {
      expirations.incrementAndGet();
    }
  }
}
