package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Operators that use the wheel better than a {@code Scheduler} can, for {@code Flux.transform}:
 *
 * <pre>{@code
 * flux.transform(WheelOperators.timeout(Duration.ofSeconds(30)))
 * }</pre>
 *
 * <p>The timeouts mean what {@code Flux.timeout} means: the first element has to come within the
 * time from the subscription, each further one within the time from when the one before was passed
 * on. Otherwise the source is cancelled, and a {@link java.util.concurrent.TimeoutException} or the
 * fallback follows; what comes too late is dropped. There is one timer for each subscription, put
 * off in place: an element costs a look at the clock and a compare-and-set, no allocation and no
 * lock. A time of zero or less is up as soon as the wheel turns, one that overflows never.
 *
 * <p>A timeout is signalled on the executor of the timer, by default on a virtual thread. A
 * subscription that finds the timer stopped, its limit reached, or the scheduler disposed of, fails
 * with a {@link java.util.concurrent.RejectedExecutionException}. A timer that is stopped later
 * ends no stream, and no longer watches it either; a scheduler that is disposed of later changes
 * nothing.
 */
public final class WheelOperators {
  private WheelOperators() {}

  /**
   * Fails with a {@code TimeoutException} if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @return for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle) {
    return idle(idle, null, null);
  }

  /**
   * Fails with a {@code TimeoutException} if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param on whose timer to wait on
   * @return for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle, WheelScheduler on) {
    return idle(idle, Objects.requireNonNull(on, "on"), null);
  }

  /**
   * Goes on with another publisher if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Flux.transform}
   */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback) {
    return idle(idle, null, Objects.requireNonNull(fallback, "fallback"));
  }

  /**
   * Goes on with another publisher if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param fallback subscribed to then; may be as slow as it likes
   * @param on whose timer to wait on
   * @return for {@code Flux.transform}
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
