package io.loomwheel.internal.dispatch;

/**
 * What a new thread does for a relay: it makes room for the next relief, and then drains.
 *
 * <p>States: not started (nobody may count on it, because the start may fail), started, overdue
 * (counted on, and rescuers come meanwhile). Written by whoever starts it, once, and after that by
 * the one thread that looks after the relay.
 */
final class Relief implements Runnable {
  private static final int NEW = 0;
  private static final int STARTED = 1;
  private static final int OVERDUE = 2;

  private final TaskRelay relay;

  /** Made with the relief, so that once begun it needs no memory. */
  private final Drainer drainer;

  private volatile int state = NEW;

  Relief(TaskRelay relay) {
    this.relay = relay;
    this.drainer = new Drainer(relay, null);
  }

  @Override
  public void run() {
    relay.begin(this);
    drainer.drain();
  }

  void started() {
    state = STARTED;
  }

  /** {@return whether it is on its way and nobody has to do anything} */
  boolean isStarted() {
    return state == STARTED;
  }

  /**
   * Calls it overdue, if it was started. For the thread that looks after the relay.
   *
   * @return whether it is
   */
  boolean callOverdue() {
    if (state == STARTED) {
      state = OVERDUE;
    }
    return isOverdue();
  }

  /** {@return whether it was found to be overdue, and rescuers are to come} */
  boolean isOverdue() {
    return state == OVERDUE;
  }
}
