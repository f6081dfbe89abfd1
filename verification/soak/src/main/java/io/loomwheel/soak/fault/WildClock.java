package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that can be held, and moved either way. Thread-safe. */
final class WildClock implements NanoClock {
  private final NanoClock under;
  private final AtomicLong shift = new AtomicLong();

  /** What it shows while it is held; read only if {@link #held}. */
  private volatile long at;

  private volatile boolean held;

  WildClock(NanoClock under) {
    this.under = under;
  }

  @Override
  public long nanoTime() {
    return held ? at : under.nanoTime() + shift.get();
  }

  void move(long nanos) {
    shift.addAndGet(nanos);
  }

  /** Stops it, never ahead of what it has shown. */
  void hold() {
    at = nanoTime();
    held = true;
  }

  /** Moves it on while it is held; by the one thread that holds it. */
  void moveHeld(long nanos) {
    long from = at;
    at = from + nanos;
  }

  /** Lets it go on from where it stood. */
  void release() {
    if (held) {
      shift.addAndGet(at - (under.nanoTime() + shift.get()));
      held = false;
    }
  }
}
