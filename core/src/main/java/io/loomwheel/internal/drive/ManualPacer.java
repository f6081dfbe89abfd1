package io.loomwheel.internal.drive;

/** The pacer of a timer whose clock is moved by hand. The thread that moves it turns the wheels. */
final class ManualPacer implements Pacer {
  /** Set once, before anything is armed; read by a thread that lowers a shard's next tick. */
  private volatile Runnable earlier = () -> {};

  @Override
  public void start() {}

  @Override
  public void onEarlier(Runnable told) {
    earlier = told;
  }

  @Override
  public void wakeBy(long tick) {
    earlier.run();
  }

  @Override
  public boolean stop(long waitNanos) {
    return true;
  }

  @Override
  public boolean isStarted() {
    return false;
  }

  @Override
  public boolean isCurrentThread() {
    return false;
  }
}
