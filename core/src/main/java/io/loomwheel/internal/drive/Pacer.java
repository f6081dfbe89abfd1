package io.loomwheel.internal.drive;

/**
 * Makes sure that the wheels are turned in time: by a thread that sleeps in between, or by a clock
 * that is moved by hand.
 */
interface Pacer {
  /** Called before each arm; starts what has to be started. May throw: nothing is armed then. */
  void start();

  /**
   * Sets what is told of an earlier next tick besides this pacer.
   *
   * @param told called by whoever lowered it
   */
  default void onEarlier(Runnable told) {}

  /**
   * Called after a shard's next tick was lowered, by whoever lowered it.
   *
   * @param tick when the wheels have to be turned, at the latest
   */
  void wakeBy(long tick);

  /**
   * Ends the turning, once every shard is closed.
   *
   * @param waitNanos how long to wait for a turn that is under way
   * @return whether it had ended by then
   */
  boolean stop(long waitNanos);

  /** {@return whether a thread was started} */
  boolean isStarted();

  /** {@return whether the calling thread is the one that turns the wheels} */
  boolean isCurrentThread();
}
