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

  /** Takes back what {@link #collectErrors} has installed. */
  void reset();
}
