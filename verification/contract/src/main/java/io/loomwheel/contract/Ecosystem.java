package io.loomwheel.contract;

import io.loomwheel.WheelTimer;
import java.util.List;
import java.util.concurrent.Executor;

/** Makes schedulers for the tests, and knows where errors go. */
public interface Ecosystem {
  /** {@return a scheduler on a timer of its own} */
  Subject own();

  /** {@return the same, which interrupts nobody} */
  Subject ownWithoutInterrupts();

  Subject on(WheelTimer timer);

  Subject on(WheelTimer timer, Executor executor);

  /** {@return what tasks throw from now on, until the end of the test} */
  List<Throwable> collectErrors();

  /** {@return what the timers of the tests are made with, but for the clock} */
  default WheelTimer.Builder timer() {
    return WheelTimer.builder();
  }

  /**
   * Waits until what was handed to other threads has run, of the schedulers {@link #on(WheelTimer)}
   * timers that the test moves. Returns at once where those run all on the thread of the test, and
   * within a task.
   */
  default void settle() {}

  /** Takes back what {@link #collectErrors} has installed. */
  void reset();
}
