package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import org.springframework.beans.factory.DisposableBean;

/**
 * The timer that the starter makes for an application context, and how it ends with that context.
 * The shared timer is left running.
 */
final class ContextTimer implements DisposableBean {
  private final TimerProperties properties;
  private final WheelTimer timer;

  ContextTimer(TimerProperties properties) {
    this.properties = properties;
    this.timer = properties.timer();
  }

  WheelTimer timer() {
    return timer;
  }

  /** Stops the timer, once no other context's default delays wait on it. */
  @Override
  public void destroy() {
    if (!properties.shared()) {
      DefaultDelays.whenFree(timer, () -> timer.stop(properties.stopWait()));
    }
  }
}
