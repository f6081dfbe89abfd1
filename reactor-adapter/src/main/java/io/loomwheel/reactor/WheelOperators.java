package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Idle timeouts for {@code Flux.transform}, cheaper than {@code Flux.timeout} on a scheduler:
 *
 * <pre>{@code
 * flux.transform(WheelOperators.timeout(Duration.ofSeconds(30)))
 * }</pre>
 *
 * <p>The timeouts mean what {@code Flux.timeout} means: the first element has to come within the
 * time after the subscription, each further element within the time after the previous one was
 * passed on. Otherwise the source is cancelled, and a {@link java.util.concurrent.TimeoutException}
 * or the fallback follows; signals that come too late are dropped. There is one timer for each
 * subscription, and each element puts it off in place: that costs a clock read and a
 * compare-and-set, no allocation and no lock. A time of zero or less is up as soon as the wheel
 * turns; a time that overflows is never up.
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
    return idle(idle, null, null);
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on the scheduler whose timer to use
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle, WheelScheduler on) {
    return idle(idle, Objects.requireNonNull(on, "on"), null);
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
    return idle(idle, null, Objects.requireNonNull(fallback, "fallback"));
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @param on the scheduler whose timer to use
   * @return an operator for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback, WheelScheduler on) {
    return idle(
        idle, Objects.requireNonNull(on, "on"), Objects.requireNonNull(fallback, "fallback"));
  }

  private static <T> Function<Flux<T>, Flux<T>> idle(
      Duration idle, @Nullable WheelScheduler on, @Nullable Publisher<? extends T> fallback) {
    Objects.requireNonNull(idle, "idle");
    return source -> new IdleTimeoutFlux<>(source, idle, on, fallback);
  }
}
