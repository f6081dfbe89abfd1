package io.loomwheel.drive;

/** The pacer of a timer whose clock is moved by hand: whoever moves it turns the wheels. */
final class ByHand implements Pacer {
  @Override
  public void start() {}

  @Override
  public void wakeBy(long tick) {}

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
