package io.loomwheel.reactor.test;

import java.util.Objects;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.test.StepVerifier;

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
 * io.loomwheel.reactor.WheelScheduler}, also one that the code under test has held for long, follow
 * one virtual clock: what is submitted meanwhile runs in the order of deadlines, ties in the order
 * of submission, to the nanosecond, on the thread that moves the clock. What was pending before
 * stays on its real timer. Afterwards all is as before, also if the scenario fails; what is pending
 * then is dropped and disposed of.
 *
 * <p>As with {@code StepVerifier}, scenarios of other threads wait for each other, and make the
 * publisher within the supplier. A scenario within a scenario fails with an {@link
 * IllegalStateException}, and the outer one with it.
 */
@SuppressWarnings("exports") // a test that is a module requires reactor.test itself
public final class WheelVirtualTime {
  private WheelVirtualTime() {}

  /**
   * Prepares a scenario in virtual time, with unbounded demand.
   *
   * @param <T> of the elements
   * @param scenario makes the publisher to verify, once virtual time is on
   * @return to go on with, as with {@code StepVerifier}
   */
  public static <T> StepVerifier.FirstStep<T> withVirtualTime(
      Supplier<? extends Publisher<? extends T>> scenario) {
    return withVirtualTime(scenario, Long.MAX_VALUE);
  }

  /**
   * Prepares a scenario in virtual time.
   *
   * @param <T> of the elements
   * @param scenario makes the publisher to verify, once virtual time is on
   * @param initialRequest how many elements to request first; zero or more
   * @return to go on with, as with {@code StepVerifier}
   */
  public static <T> StepVerifier.FirstStep<T> withVirtualTime(
      Supplier<? extends Publisher<? extends T>> scenario, long initialRequest) {
    Objects.requireNonNull(scenario, "scenario");
    return StepVerifier.<T>withVirtualTime(
        () -> ScenarioTime.begin(scenario), ScenarioTime::forNext, initialRequest);
  }
}
