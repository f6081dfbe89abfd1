package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import org.springframework.beans.factory.DisposableBean;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Moves Reactor's default delays onto a timer for as long as an application context lives. */
final class ReactorDelays implements DisposableBean {
  private static final DefaultDelays DELAYS =
      new DefaultDelays(
          timer -> Schedulers.setFactory(new StarterFactory(timer)),
          ReactorDelays::isInstalled,
          Schedulers::resetFactory);

  private final WheelTimer timer;
  private final boolean outlives;

  /** Installs the factory; {@code outlives} says whether the timer may outlive its context. */
  ReactorDelays(WheelTimer timer, boolean outlives) {
    this.timer = timer;
    this.outlives = outlives;
    DELAYS.begin(timer);
  }

  @Override
  public void destroy() {
    DELAYS.end(timer, outlives);
  }

  /** Reactor doesn't tell its factory, so it is asked for a scheduler that only ours makes. */
  static boolean isInstalled() {
    Scheduler made = Schedulers.newSingle(StarterFactory.PROBE);
    if (made == StarterFactory.ANSWER) {
      return true;
    }
    made.dispose();
    return false;
  }
}
