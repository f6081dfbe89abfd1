package io.loomwheel.reactor.test;

import io.loomwheel.reactor.virtual.VirtualTime;
import java.util.Objects;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Verifies a scenario in virtual time, in place of {@code StepVerifier.withVirtualTime}:
 *
 * <pre>{@code
 * WheelVirtualTime.withVirtualTime(() -> Mono.delay(Duration.ofHours(1), wheel))
 *     .expectSubscription()
 *     .expectNoEvent(Duration.ofHours(1))
 *     .expectNext(0L)
 *     .verifyComplete();
 * }</pre>
 *
 * <p>Until the verification ends, the stock schedulers and every {@link
 * io.loomwheel.reactor.WheelScheduler}, also one that the code under test made long before, follow
 * one virtual clock. Tasks submitted in that time run in the order of deadlines, ties in the order
 * of submission, exact to the nanosecond, on the thread that moves the clock. Tasks that were
 * pending before stay on their real timer. Afterwards real time is back, also if the scenario
 * fails; tasks still pending are dropped and disposed of.
 *
 * <p>As with {@code StepVerifier}, scenarios of several threads wait for each other, and the
 * supplier has to make the publisher. A scenario within a scenario fails with an {@link
 * IllegalStateException}, and the outer one fails with it; but if virtual time was on before both,
 * by {@code StepVerifier} or the test's own doing, the inner one ends it, and the outer one waits
 * on in real time.
 */
@SuppressWarnings("exports") // a test that is a module requires reactor.test itself
public final class WheelVirtualTime {
  private WheelVirtualTime() {}

  /**
   * Prepares a scenario in virtual time, with unbounded demand.
   *
   * @param <T> the type of the elements
   * @param scenario makes the publisher to verify, once virtual time is on
   * @return the first step, as of {@code StepVerifier}
   */
  public static <T> StepVerifier.FirstStep<T> withVirtualTime(
      Supplier<? extends Publisher<? extends T>> scenario) {
    return withVirtualTime(scenario, Long.MAX_VALUE);
  }

  /**
   * Prepares a scenario in virtual time.
   *
   * @param <T> the type of the elements
   * @param scenario makes the publisher to verify, once virtual time is on
   * @param initialRequest how many elements to request first; zero or more
   * @return the first step, as of {@code StepVerifier}
   */
  public static <T> StepVerifier.FirstStep<T> withVirtualTime(
      Supplier<? extends Publisher<? extends T>> scenario, long initialRequest) {
    Objects.requireNonNull(scenario, "scenario");
    return StepVerifier.<T>withVirtualTime(
        () -> ScenarioTime.begin(scenario), ScenarioTime::forNext, initialRequest);
  }

  /** The virtual scheduler of one scenario. Used by the thread that holds StepVerifier's lock. */
  private static final class ScenarioTime extends VirtualTimeScheduler {
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
}
