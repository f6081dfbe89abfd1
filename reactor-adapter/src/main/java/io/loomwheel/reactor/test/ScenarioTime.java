package io.loomwheel.reactor.test;

import io.loomwheel.reactor.virtual.VirtualTime;
import java.util.function.Supplier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The virtual scheduler of one scenario. Used by the thread that holds StepVerifier's lock. */
final class ScenarioTime extends VirtualTimeScheduler {
  /** Whether this was made within another scenario. */
  private final boolean nested;

  private ScenarioTime(boolean nested) {
    super(true); // as StepVerifier's own
    this.nested = nested;
  }

  /** {@return the scheduler to be enabled next: one that the test has enabled, or a new one} */
  static VirtualTimeScheduler forNext() {
    if (VirtualTimeScheduler.isFactoryEnabled()) {
      VirtualTimeScheduler enabled = VirtualTimeScheduler.get();
      return enabled instanceof ScenarioTime ? new ScenarioTime(true) : enabled;
    }
    return new ScenarioTime(false);
  }

  /** Makes the publisher, after the scheduler is enabled. If it throws, StepVerifier unlocks. */
  static <P> P begin(Supplier<? extends P> scenario) {
    if (VirtualTimeScheduler.get() instanceof ScenarioTime time && time.nested) {
      throw new IllegalStateException(
          "virtual time is on already: verify one scenario after the other, not one in another");
    }
    return scenario.get();
  }

  @Override
  public void dispose() {
    super.dispose();
    VirtualTime.current(); // removes the one that ended
  }
}
