package io.loomwheel.loom;

import io.loomwheel.SteppedClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A clock for one timer, moved by hand, that can have something done while a timeout is armed: when
 * the wheel has it, and before the call that arms it returns. For one thread.
 */
final class HastyClock implements SteppedClock {
  private @Nullable Wheels wheels;
  private long nanos;
  private Runnable next = () -> {};

  /** Has something done, once, as the next timeout is armed. */
  void asItIsArmed(Runnable action) {
    next = action;
  }

  void advance(Duration by) {
    nanos += by.toNanos();
    wheels.turn();
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public void attach(Wheels wheels) {
    this.wheels = wheels;
  }

  @Override
  public void detach(Wheels wheels) {}

  @Override
  public void earlier(Wheels wheels) {
    Runnable action = next;
    next = () -> {};
    action.run();
  }
}
