package io.loomwheel.internal.dispatch;

/**
 * The work of a new thread for a relay: makes room for the next relief, and then drains.
 *
 * <p>States: not started (no thread may count on it, because the start may fail), started, overdue
 * (counted on, and rescuers come meanwhile). Written once by the thread that starts it, and after
 * that by the one thread that looks after the relay.
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

  /** {@return whether it is on its way and no other thread has to act} */
  boolean isStarted() {
    return state == STARTED;
  }

  /**
   * Marks it as overdue, if it was started. Called by the thread that looks after the relay.
   *
   * @return whether it is
   */
  boolean callOverdue() {
    if (state == STARTED) {
      state = OVERDUE;
    }
    return isOverdue();
  }

  /** {@return whether it was found to be overdue, so that rescuers have to come} */
  boolean isOverdue() {
    return state == OVERDUE;
  }
}
