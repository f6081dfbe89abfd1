package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import org.springframework.beans.factory.DisposableBean;

/**
 * The timer that the starter makes for an application context, and how it ends with that context.
 * The shared timer is left running.
 */
record ContextTimer(TimerProperties properties, WheelTimer timer) implements DisposableBean {
  /** Stops the timer, once no other context's default delays wait on it. */
  @Override
  public void destroy() {
    if (!properties.shared()) {
      DefaultDelays.whenFree(timer, () -> timer.stop(properties.stopWait()));
    }
  }
}
