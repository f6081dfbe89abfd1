package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.Wheel;

/** The pacer of a timer whose clock is moved by hand. The thread that moves it turns the wheels. */
final class ManualPacer implements Pacer {
  /** Set once, before anything is armed; read by a thread that arms. */
  private volatile Runnable earlier = () -> {};

  /**
   * The tick that the listener was told of last. Lowered by threads that arm, raised by the one
   * that turns; a race tells the listener once more.
   */
  private volatile long planned = Wheel.NEVER_TICK;

  @Override
  public void start() {}

  @Override
  public void onEarlier(Runnable told) {
    earlier = told;
  }

  @Override
  public void wakeBy(long tick) {
    if (tick < planned) {
      planned = tick;
      earlier.run();
    }
  }

  @Override
  public void turned(ExpiryPass turn) {
    planned = Wheel.NEVER_TICK; // a thread that arms now tells once too often
    planned = Math.min(planned, turn.nextTick());
  }

  @Override
  public boolean stop(long waitNanos) {
    return true;
  }

  @Override
  public boolean isCurrentThread() {
    return false;
  }
}
