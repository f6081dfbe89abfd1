package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelPlugins;
import org.springframework.beans.factory.DisposableBean;

/** Moves RxJava's default delays onto a timer for as long as an application context lives. */
final class RxJavaDelays implements DisposableBean {
  /** The plugins keep by themselves a handler that the application has set since. */
  private static final DefaultDelays DELAYS =
      new DefaultDelays(WheelPlugins::install, () -> true, WheelPlugins::uninstall);

  private final WheelTimer timer;
  private final boolean outlives;

  /** Installs the plugins; {@code outlives} says whether the timer may outlive its context. */
  RxJavaDelays(WheelTimer timer, boolean outlives) {
    this.timer = timer;
    this.outlives = outlives;
    DELAYS.begin(timer);
  }

  @Override
  public void destroy() {
    DELAYS.end(timer, outlives);
  }
}
