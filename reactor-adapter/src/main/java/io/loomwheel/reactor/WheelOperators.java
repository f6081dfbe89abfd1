package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * Idle timeouts for {@code Flux.transform}, cheaper than {@code Flux.timeout} on a scheduler:
 *
 * <pre>{@code
 * flux.transform(WheelOperators.timeout(Duration.ofSeconds(30)))
 * }</pre>
 *
 * <p>The timeouts mean what {@code Flux.timeout} means: the first element has to come within the
 * time after the subscription, each further element within the time after the previous one was
 * passed on. With {@code timeout(first, idle)} the first element has a time of its own. Otherwise
 * the source is cancelled, and a {@link java.util.concurrent.TimeoutException} or the fallback
 * follows; signals that come too late are dropped. There is one timer for each subscription, and
 * each element puts it off in place: that costs a clock read and a compare-and-set, no allocation
 * and no lock. A time of zero or less is up as soon as the wheel turns; a time that overflows is
 * never up.
 *
 * <p>A timeout is signalled on the executor of the timer, by default on a virtual thread. A
 * subscription that finds the timer stopped, its limit reached, or the scheduler disposed of, fails
 * with a {@link java.util.concurrent.RejectedExecutionException}. If the timer is stopped later,
 * the streams go on without a timeout; a scheduler that is disposed of later changes nothing.
 */
public final class WheelOperators {
  private WheelOperators() {}

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle) {
    return idle(ReactorIdleTime.of(idle), null);
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on a {@code WheelScheduler}, whose timer to use
   * @return an operator for {@code Flux.transform}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle, Scheduler on) {
    return idle(ReactorIdleTime.of(idle).on(on), null);
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on the timer to use
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle, WheelTimer on) {
    return idle(ReactorIdleTime.of(idle).on(on), null);
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long. Uses
   * the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback) {
    return idle(ReactorIdleTime.of(idle), Objects.requireNonNull(fallback, "fallback"));
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @param on a {@code WheelScheduler}, whose timer to use
   * @return an operator for {@code Flux.transform}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback, Scheduler on) {
    return idle(ReactorIdleTime.of(idle).on(on), Objects.requireNonNull(fallback, "fallback"));
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @param on the timer to use
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback, WheelTimer on) {
    return idle(ReactorIdleTime.of(idle).on(on), Objects.requireNonNull(fallback, "fallback"));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if the first element,
   * or a further one, doesn't come in its time. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration first, Duration idle) {
    return idle(ReactorIdleTime.of(first, idle), null);
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if the first element,
   * or a further one, doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on a {@code WheelScheduler}, whose timer to use
   * @return an operator for {@code Flux.transform}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Scheduler on) {
    return idle(ReactorIdleTime.of(first, idle).on(on), null);
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if the first element,
   * or a further one, doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on the timer to use
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, WheelTimer on) {
    return idle(ReactorIdleTime.of(first, idle).on(on), null);
  }

  /**
   * Returns an operator that switches to another publisher if the first element, or a further one,
   * doesn't come in its time. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback) {
    return idle(ReactorIdleTime.of(first, idle), Objects.requireNonNull(fallback, "fallback"));
  }

  /**
   * Returns an operator that switches to another publisher if the first element, or a further one,
   * doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @param on a {@code WheelScheduler}, whose timer to use
   * @return an operator for {@code Flux.transform}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback, Scheduler on) {
    return idle(
        ReactorIdleTime.of(first, idle).on(on), Objects.requireNonNull(fallback, "fallback"));
  }

  /**
   * Returns an operator that switches to another publisher if the first element, or a further one,
   * doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @param on the timer to use
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback, WheelTimer on) {
    return idle(
        ReactorIdleTime.of(first, idle).on(on), Objects.requireNonNull(fallback, "fallback"));
  }

  private static <T> Function<Flux<T>, Flux<T>> idle(
      ReactorIdleTime time, @Nullable Publisher<? extends T> fallback) {
    return source -> new IdleTimeoutFlux<>(source, time, fallback);
  }
}
