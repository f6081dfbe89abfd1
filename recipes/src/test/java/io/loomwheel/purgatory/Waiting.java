package io.loomwheel.purgatory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/** An operation that notes what becomes of it, in order. */
class Waiting extends DelayedOperation {
  static final Duration DELAY = Duration.ofMillis(10);

  /** "expired" and "completed", as they were called. */
  final List<String> notes = Collections.synchronizedList(new ArrayList<>());

  /** What the condition is; may be replaced by any thread. */
  volatile BooleanSupplier condition;

  volatile int attempts;

  Waiting() {
    this(() -> false);
  }

  Waiting(BooleanSupplier condition) {
    this(DELAY, condition);
  }

  Waiting(Duration delay, BooleanSupplier condition) {
    super(delay);
    this.condition = condition;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // attempts don't overlap
  public boolean tryComplete() {
    attempts++;
    return condition.getAsBoolean() && forceComplete();
  }

  @Override
  public void onComplete() {
    notes.add("completed");
  }

  @Override
  public void onExpiration() {
    notes.add("expired");
  }
}
