package io.loomwheel.schedulers.internal;

import io.loomwheel.SteppedClock;
import io.loomwheel.testing.ManualClock;

/** A clock that is moved by hand, and steps back or throws when a test says so. */
final class FailingClock implements SteppedClock {
  final ManualClock hand = new ManualClock();
  private int failures;
  private long behind;

  /** Has the next readings throw. */
  void fail(int times) {
    failures = times;
  }

  void stepBack(long nanos) {
    behind += nanos;
  }

  @Override
  public long nanoTime() {
    if (failures > 0) {
      failures--;
      throw new IllegalStateException("clock, on purpose");
    }
    return hand.nanoTime() - behind;
  }

  @Override
  public void attach(Wheels wheels) {
    hand.attach(wheels);
  }

  @Override
  public void detach(Wheels wheels) {
    hand.detach(wheels);
  }

  @Override
  public boolean isMovedByCaller() {
    return hand.isMovedByCaller();
  }
}
